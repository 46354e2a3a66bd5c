import { Factory, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

type Size = 'thumb' | 'medium';
const SIZES: Record<Size, string> = { thumb: 'w-11 h-8', medium: 'w-full h-29' };

/** The box of a photo, also while it is not known whether there is one. */
export function PhotoFrame({ size, children }: { size: Size; children?: ReactNode }) {
  return <span className={`photo-frame ${SIZES[size]}`}>{children}</span>;
}

/** A photo in a box of fixed size, so that nothing moves when it comes; a drawing where there is none. */
export function Photo({
  organization,
  file,
  size = 'thumb',
  icon = Factory,
}: {
  organization: string;
  file: string | null;
  size?: Size;
  icon?: LucideIcon;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <PhotoFrame size={size}>
      {file === null || failed === file ? (
        <Icon of={icon} size={size === 'thumb' ? 16 : 24} />
      ) : (
        <img
          className="size-full object-cover"
          src={`/v1/orgs/${organization}/files/${file}/content?size=${size}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(file)}
        />
      )}
    </PhotoFrame>
  );
}
