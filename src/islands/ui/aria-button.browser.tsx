/** The component library's button, in the browser. */
export { Button } from 'react-aria-components';
