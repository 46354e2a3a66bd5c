import { type ComponentProps, type ReactNode, useId } from 'react';
import type { FoundDraft } from '../../../lib/client/forms/drafts.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from '../Dialog.tsx';
import type { Failure } from '../problem.ts';
import { DraftNote } from './DraftNote.tsx';
import { FormFailure } from './FormFailure.tsx';

/** What `useForm` and `useRowForm` return. */
interface DialogForm {
  /** For the `form` element. */
  props: ComponentProps<'form'>;
  busy: boolean;
  failure: Failure | null;
  restored: FoundDraft | null;
  reset: () => void;
}

/** Below a form in a dialog: the way out and the button that sends it. */
function FormButtons({
  form,
  submit,
  isPending = false,
  isDisabled = false,
  onCancel,
  children,
}: {
  /** Id of the form. */
  form: string;
  submit: string;
  isPending?: boolean;
  isDisabled?: boolean;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <>
      {children}
      <Button variant="ghost" onPress={onCancel}>
        {t('ui:cancel')}
      </Button>
      <Button variant="primary" type="submit" form={form} isPending={isPending} isDisabled={isDisabled}>
        {submit}
      </Button>
    </>
  );
}

/**
 * A dialog that is one form. Escape, the cross and a press beside it leave what was typed as its draft, which is there when the dialog is
 * opened again; "Cancel" throws it away.
 */
export function FormDialog({
  form,
  submit,
  isDisabled = false,
  aside,
  onClose,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'size' | 'dismissable' | 'onClose' | 'children'> & {
  form: DialogForm;
  /** Name of the button that sends the form. */
  submit: string;
  isDisabled?: boolean;
  /** Stands before the buttons. */
  aside?: ReactNode;
}) {
  const id = useId();
  const cancel = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={onClose}
      footer={
        <FormButtons form={id} submit={submit} isPending={form.busy} isDisabled={isDisabled} onCancel={cancel}>
          {aside}
        </FormButtons>
      }
    >
      <form id={id} className="stack" {...form.props}>
        <DraftNote form={form} />
        <FormFailure failure={form.failure} />
        {children}
      </form>
    </Dialog>
  );
}
