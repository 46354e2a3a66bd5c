import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { drawSheets, type LabelOf, type LabelSize, perSheet, SIZES } from './sheets.ts';

await ready('labels');

/** A sheet of A4 in pixels of the screen. */
const SHEET = { width: 794, height: 1_123 };
const SHOWN = 0.5;

/** Labels of what was picked, on sheets that are bought with labels to be taken off: shown as they will be, and printed. */
export default function Labels({ labels, onClose }: { labels: readonly LabelOf[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const frame = useRef<HTMLIFrameElement>(null);
  const [loads, setLoads] = useState(0);
  const [size, setSize] = useState<LabelSize>('70x37');
  const [from, setFrom] = useState(1);
  const skip = Math.min(from, perSheet(size)) - 1;
  const sheets = Math.ceil((labels.length + skip) / perSheet(size));
  useEffect(() => {
    const window = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined;
    if (!window) return;
    window.document.title = t('labels:title');
    window.document.documentElement.lang = locale;
    drawSheets(window, labels, size, skip);
  }, [labels, size, skip, t, locale, loads]);
  return (
    <Dialog
      title={t('labels:title')}
      size="md"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" icon={Printer} onPress={() => frame.current?.contentWindow?.print()}>
            {t('labels:print')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 items-start gap-4 slim:grid-cols-1">
        <Select
          name="size"
          value={size}
          onChange={(id) => setSize(id as LabelSize)}
          label={t('labels:size')}
          options={(Object.keys(SIZES) as LabelSize[]).map((id) => ({
            id,
            text: t('labels:size_text', {
              width: format.number(SIZES[id].width),
              height: format.number(SIZES[id].height),
              count: format.number(perSheet(id)),
            }),
          }))}
        />
        <Select
          name="from"
          value={String(skip + 1)}
          onChange={(text) => setFrom(Number(text))}
          label={t('labels:from')}
          hint={t('labels:from_hint')}
          options={Array.from({ length: perSheet(size) }, (_, i) => ({ id: String(i + 1), text: format.number(i + 1) }))}
        />
      </div>
      <p className="soft">
        {t('labels:count', { count: labels.length, number: format.number(labels.length), sheets: format.number(sheets) })}{' '}
        {t('labels:scale')}
      </p>
      <section
        className="mx-auto max-w-full overflow-auto border border-line-2"
        aria-label={t('labels:preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys
        tabIndex={0}
        style={{ height: SHEET.height * SHOWN, width: SHEET.width * SHOWN }}
      >
        <iframe
          ref={frame}
          title={t('labels:preview')}
          className="border-0 bg-[white]"
          onLoad={() => setLoads((before) => before + 1)}
          style={{
            width: SHEET.width,
            height: SHEET.height * sheets,
            transform: `scale(${SHOWN})`,
            transformOrigin: '0 0',
            marginBottom: -SHEET.height * sheets * (1 - SHOWN),
            marginRight: -SHEET.width * (1 - SHOWN),
          }}
        />
      </section>
    </Dialog>
  );
}
