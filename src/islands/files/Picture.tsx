import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { freshToken } from './address.ts';

/** A stored picture. Where the token was over, it is asked for once more with a new one. */
export function Picture({ src, alt, eager }: { src: string; alt: string; eager?: boolean }) {
  const [failed, setFailed] = useState({ src, times: 0 });
  const times = failed.src === src ? failed.times : 0;
  if (times > 1) return <Icon of={ImageOff} size={24} />;
  return (
    <img
      key={`${src} ${times}`}
      src={src}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => void freshToken(src).then(() => setFailed({ src, times: times + 1 }))}
    />
  );
}
