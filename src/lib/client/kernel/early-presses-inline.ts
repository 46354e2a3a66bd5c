/**
 * Runs in the head, before any island is there. What is pressed or typed in an island whose script is still on its way is kept, the control
 * says that it is busy, and both are given to the island once it listens: in order, each control once however often it was pressed. The layout
 * prints this very string and the policy carries its hash.
 *
 * `astro-island[ssr]` is an island that no script has taken over, `data-asleep` a control outside of islands, for which {@link awaken} says so. React attaches its listeners before it knows what it is about: the first
 * discrete event makes it take the island over at once, and only after that an input may change, or React would believe that it always said so.
 */
export const EARLY_PRESSES_SCRIPT = `(function(){
var kept=[],typed=[],down=null,NATIVE='a[href],summary,textarea,select,input:not([type=checkbox],[type=radio])',
on=function(name,work){addEventListener(name,work,true)},
islandOf=function(node){return node instanceof Element?node.closest('astro-island[ssr],[data-asleep]'):null},
controlOf=function(node){var at=node instanceof Element?node.closest('a[href],button,label,input,select,textarea,summary,[role],[tabindex]'):null;
if(at&&at.matches('label'))at=at.control;return at&&!at.matches(NATIVE)?at:null},
keep=function(event,island,at,run){event.preventDefault();event.stopImmediatePropagation();
var before=kept.findIndex(function(one){return one.at===at});
if(before<0){at.setAttribute('aria-busy','true');kept.push({island:island,at:at,run:run})}
else if(at.matches('input')){at.removeAttribute('aria-busy');kept.splice(before,1)}},
alike=function(island,at){return at.isConnected?at:Array.prototype.find.call(island.querySelectorAll(at.localName),function(one){
return one.textContent===at.textContent&&one.getAttribute('aria-label')===at.getAttribute('aria-label')&&one.name===at.name})},
write=function(node,value){Object.getOwnPropertyDescriptor(Object.getPrototypeOf(node),'value').set.call(node,value)};
on('pointerdown',function(event){down=islandOf(event.target)?controlOf(event.target):null});
on('click',function(event){if(!event.isTrusted)return;var at=controlOf(event.target),island=islandOf(event.target),began=down;down=null;
if(!at)return;
if(island)keep(event,island,at,function(to){to.click()});
else if(at===began){event.preventDefault();event.stopImmediatePropagation();at.click()}});
on('keydown',function(event){var key=event.key,island=islandOf(event.target),at=event.target;
if(island&&(key==='Enter'||key===' ')&&!at.matches('button,input,'+NATIVE))keep(event,island,at,function(to){
['keydown','keyup'].forEach(function(name){to.dispatchEvent(new KeyboardEvent(name,{key:key,code:event.code,bubbles:true,cancelable:true}))})})});
on('submit',function(event){var island=islandOf(event.target);if(island)keep(event,island,event.target,function(to){to.requestSubmit()})});
on('input',function(event){var island=islandOf(event.target),node=event.target;
if(island&&'value' in node&&!/^(checkbox|radio|file)$/.test(node.type)&&!typed.some(function(one){return one.node===node}))typed.push({island:island,node:node})});
on('astro:hydrate',function(event){var island=event.target,mine=function(one){return one.island===island},others=function(one){return one.island!==island},
texts=typed.filter(mine),presses=kept.filter(mine);
if(!texts.length&&!presses.length)return;
typed=typed.filter(others);kept=kept.filter(others);
texts.forEach(function(one){var node=one.node;one.value=node.value;one.at=node.type==='text'||node.type==='search'||node.localName==='textarea'?[node.selectionStart,node.selectionEnd]:null;
one.focused=document.activeElement===node;one.select=node.localName==='select';
write(node,one.select?(node.querySelector('option[selected]')||node.options[0]||{}).value:node.defaultValue)});
presses.forEach(function(one){one.at.removeAttribute('aria-busy')});
var wake=texts.concat(presses)[0];(wake.node||wake.at).dispatchEvent(new Event('change',{bubbles:true}));
texts.forEach(function(one){var node=alike(island,one.node);if(!node)return;
write(node,one.value);if(one.at)node.setSelectionRange(one.at[0],one.at[1]);if(one.focused)node.focus();
node.dispatchEvent(new Event(one.select?'change':'input',{bubbles:true}))});
presses.forEach(function(one){var to=alike(island,one.at);if(to)one.run(to)})})
})()`;

/** Says that a control outside of islands listens from now on. */
export function awaken(control: HTMLElement): void {
  control.removeAttribute('data-asleep');
  control.dispatchEvent(new Event('astro:hydrate'));
}
