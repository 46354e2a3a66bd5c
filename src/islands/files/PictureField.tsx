import { ImageIcon, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PICTURE_MAX_BYTES } from '../../lib/constants.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { FileField } from '../ui/form/FileField.tsx';
import { checkRules } from '../ui/form/rules.ts';
import type { FieldProblem } from '../ui/form/sentence.ts';
import { Icon } from '../ui/Icon.tsx';
import { failureOf } from '../ui/problem.ts';
import { AVATAR_SIDE, squared } from './square.ts';

await ready('files', 'forms', 'validation', 'errors');

export interface PictureFieldProps {
  label: string;
  /** Address of the stored picture; null = none. */
  src: string | null;
  /** `round`: cut to a square around its middle, as the preview shows; `wide`: sent as it is. */
  shape: 'round' | 'wide';
  /** Stores the picture; what it rejects with is shown at the field. */
  onFile(file: File): Promise<void>;
  onRemove?: (() => Promise<void>) | undefined;
  disabled?: boolean;
}

const rulesOf = (shape: PictureFieldProps['shape']) =>
  `ext:jpg,jpeg,png,webp,gif,bmp${shape === 'wide' ? ',svg' : ''}|image|size:${PICTURE_MAX_BYTES / 1_024}`;
/** What the browser made of a picture is sent only when it is what the preview shows. */
const SQUARE_RULES = `dimensions:${AVATAR_SIDE},${AVATAR_SIDE}`;

type State = { status: 'idle' } | { status: 'saving'; preview: string | null } | { status: 'refused'; problem: FieldProblem };

/** A face fills its circle; a logo stands whole in its field. */
const SHAPES = {
  round: 'size-24 rounded-full [&>img]:size-full [&>img]:object-cover',
  wide: 'h-20 w-40 rounded-2 [&>img]:size-full [&>img]:object-contain [&>img]:p-2',
};

/** One picture of a row: chosen or dropped, checked, shown and stored at once. */
export default function PictureField({ label, src, shape, onFile, onRemove, disabled = false }: PictureFieldProps) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const [state, setState] = useState<State>({ status: 'idle' });
  const preview = state.status === 'saving' ? state.preview : null;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  const saving = state.status === 'saving';

  const check = (file: File, rules: string) => checkRules('picture', file, rules, {}, locale);
  async function prepared(file: File): Promise<File | FieldProblem> {
    const problem = await check(file, rulesOf(shape));
    if (problem) return problem;
    if (shape === 'wide') return file;
    const square = await squared(file);
    if (!square) return { code: 'image_unreadable' };
    return (await check(square, SQUARE_RULES)) ?? square;
  }
  async function act(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      setState({ status: 'idle' });
    } catch (error) {
      setState({ status: 'refused', problem: { code: failureOf(error).code } });
    }
  }
  async function choose([file]: readonly File[]): Promise<void> {
    if (!file || saving) return;
    setState({ status: 'saving', preview: null });
    const found = await prepared(file);
    if (!(found instanceof File)) {
      setState({ status: 'refused', problem: found });
      return;
    }
    setState({ status: 'saving', preview: URL.createObjectURL(found) });
    await act(() => onFile(found));
  }
  function remove(): void {
    setState({ status: 'saving', preview: null });
    void act(async () => onRemove?.());
  }

  const shown = preview ?? src;
  return (
    <div
      className="picture-field grid grid-cols-[auto_minmax(0,1fr)] gap-4 items-start max-w-140 max-[561px]:grid-cols-1"
      aria-busy={saving || undefined}
    >
      <span className={`picture grid place-items-center overflow-hidden border border-line-2 bg-sunken text-ink-3 ${SHAPES[shape]}`}>
        {shown ? <img src={shown} alt="" /> : <Icon of={ImageIcon} size={24} />}
      </span>
      <div className="grid min-w-0 justify-items-start gap-2">
        <FileField
          label={label}
          hint={t(shape === 'round' ? 'files:picture.hint_round' : 'files:picture.hint', { size: format.bytes(PICTURE_MAX_BYTES) })}
          error={state.status === 'refused' ? state.problem : null}
          value={[]}
          rules={rulesOf(shape)}
          disabled={disabled || saving}
          onChange={(files) => void choose(files)}
        />
        <span className="row">
          {src && onRemove ? (
            <Button size="sm" variant="ghost" icon={Trash2} isDisabled={disabled || saving} onPress={remove}>
              {t('files:picture.remove')}
            </Button>
          ) : null}
          <span role="status" className="muted">
            {saving ? t('files:picture.saving') : null}
          </span>
        </span>
      </div>
    </div>
  );
}
