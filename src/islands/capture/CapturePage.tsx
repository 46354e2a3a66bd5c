import Capture, { type CaptureProps } from './Capture.tsx';

/**
 * Capture as the island of a page of its own. A component that one page hydrates and another one loads later must not be the same module:
 * Astro takes the style sheet of a hydrated module out of its script's files, and the later load would miss it.
 */
export default function CapturePage(props: CaptureProps) {
  return <Capture {...props} />;
}
