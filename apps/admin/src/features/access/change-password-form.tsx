import { PASSWORD_MIN } from '@inaam/contracts/identity/sign-in';
import { Button } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { toast } from '@inaam/ui/toaster';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorText } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { StrengthMeter } from './strength-meter.tsx';

const emptyValues = { currentPassword: '', newPassword: '', confirmation: '' };
type Values = typeof emptyValues;
const unedited = { values: { isEdited: false } };

const labels = { currentPassword: 'Current password', newPassword: 'New password' };

const findProblems = ({ currentPassword, newPassword, confirmation }: Values): Partial<Values> => ({
  ...(currentPassword === '' && { currentPassword: 'Current password is required' }),
  ...(newPassword.length < PASSWORD_MIN && { newPassword: `Password must be at least ${PASSWORD_MIN} characters` }),
  ...(newPassword !== confirmation && { confirmation: 'Passwords do not match' }),
});

/** Changes the signed-in admin's password, which ends the admin's other sessions. */
export function ChangePasswordForm() {
  const utils = trpc.useUtils();
  const change = trpc.admin.admins.changePassword.useMutation();
  const { register, handleSubmit, formState, setError, watch, reset } = useForm({ defaultValues: emptyValues });
  const { errors } = formState;
  const [attempts, setAttempts] = useState(0);
  // Passwords are never stored in a draft.
  const guard = useFormGuard({ name: undefined, base: unedited, values: { isEdited: formState.isDirty } });
  const submit = handleSubmit((values) => {
    const problems = Object.entries(findProblems(values)) as [keyof Values, string][];
    for (const [field, message] of problems) setError(field, { message });
    setAttempts(attempts + 1);
    if (problems.length > 0) return;
    const { currentPassword, newPassword } = values;
    change.mutate(
      { currentPassword, newPassword },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          reset();
          void utils.admin.admins.sessions.invalidate();
        },
        onError: (error) => {
          const refused = getRefusedField(error, labels);
          if (refused) setError(refused.field, { message: refused.message }, { shouldFocus: true });
        },
      },
    );
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {guard.question}
      <FormProblems attempts={attempts} error={change.error} />
      {change.error && !getRefusedField(change.error, labels) && (
        <Banner tone="error" title="The password was not changed" onDismiss={change.reset}>
          {getErrorText(change.error, 'Please try again.')}
        </Banner>
      )}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        required
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      <div>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          required
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <StrengthMeter password={watch('newPassword')} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        busy={change.isPending}
        busyLabel="Changing..."
      >
        Change password
      </Button>
    </form>
  );
}
