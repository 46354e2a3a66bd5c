import { type ComponentProps, type ReactNode, useId } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from '../Dialog.tsx';
import type { Failure } from '../problem.ts';
import { DraftNote } from './DraftNote.tsx';
import { FormFailure } from './FormFailure.tsx';

/** What `useForm` returns, or the plain form of a part that saves nothing by itself. */
interface DialogForm {
  /** For the `form` element. */
  props: ComponentProps<'form'>;
  busy?: boolean;
  failure?: Failure | null;
  restored?: unknown;
  reset?: () => void;
}

/** A form of a dialog that hands over what it read and sends nothing. */
export const plainForm = (apply: () => void): DialogForm => ({
  props: {
    noValidate: true,
    onSubmit(event) {
      event.preventDefault();
      // In React's tree the dialog stands in the form of its page.
      event.stopPropagation();
      apply();
    },
  },
});

/** Below a form in a dialog: the way out and the button that sends it. */
export function FormButtons({
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

/** A dialog that is one form. Closing it by hand throws away what was typed, its draft too. */
export function FormDialog({
  form,
  submit,
  isDisabled = false,
  aside,
  onDiscard,
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
  /** Throws away a draft that came back, where that is more than to empty the form. */
  onDiscard?: () => void;
}) {
  const id = useId();
  const reset = () => form.reset?.();
  const cancel = () => {
    reset();
    onClose();
  };
  return (
    <Dialog
      {...dialog}
      isOpen
      onClose={cancel}
      footer={
        <FormButtons form={id} submit={submit} isPending={form.busy ?? false} isDisabled={isDisabled} onCancel={cancel}>
          {aside}
        </FormButtons>
      }
    >
      <form id={id} className="stack" {...form.props}>
        {form.restored === undefined ? null : <DraftNote restored={form.restored} onDiscard={onDiscard ?? reset} />}
        {form.failure === undefined ? null : <FormFailure failure={form.failure} />}
        {children}
      </form>
    </Dialog>
  );
}
