import { Factory } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

/** The photo of a machine in a box of fixed size, so that nothing moves when it comes; a drawing where there is none. */
export function Photo({ organization, file, size = 'thumb' }: { organization: string; file: string | null; size?: 'thumb' | 'medium' }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className={`machine-photo ${size}`}>
      {file === null || failed === file ? (
        <Icon of={Factory} size={size === 'thumb' ? 16 : 24} />
      ) : (
        <img
          src={`/v1/orgs/${organization}/files/${file}/content?size=${size}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(file)}
        />
      )}
    </span>
  );
}
