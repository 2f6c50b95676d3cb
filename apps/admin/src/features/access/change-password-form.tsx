import { PASSWORD_MIN } from '@inaam/contracts/identity/sign-in';
import { Button } from '@inaam/ui/button';
import { PasswordField } from '@inaam/ui/password-field';
import { toast } from '@inaam/ui/toaster';
import { useForm } from 'react-hook-form';
import { getErrorText, getServerError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { StrengthMeter } from './strength-meter.tsx';

const empty = { currentPassword: '', newPassword: '', confirmation: '' };
type Values = typeof empty;
const unedited = { values: { isEdited: false } };

/** The first validation error. */
function findProblem({ currentPassword, newPassword, confirmation }: Values): [keyof Values, string] | undefined {
  if (currentPassword === '') return ['currentPassword', 'Current password is required'];
  if (newPassword !== confirmation) return ['confirmation', 'Passwords do not match'];
  if (newPassword.length < PASSWORD_MIN) return ['newPassword', `Password must be at least ${PASSWORD_MIN} characters`];
  return undefined;
}

/** Changes one's own password, which ends all other sessions. */
export function ChangePasswordForm() {
  const utils = trpc.useUtils();
  const change = trpc.admin.admins.changePassword.useMutation();
  const { register, handleSubmit, formState, setError, watch, reset } = useForm({ defaultValues: empty });
  const { errors } = formState;
  // No draft keeps a password.
  const guard = useFormGuard({ name: undefined, base: unedited, values: { isEdited: formState.isDirty } });
  const submit = handleSubmit((values) => {
    const problem = findProblem(values);
    if (problem) return setError(problem[0], { message: problem[1] }, { shouldFocus: true });
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
          const field = getServerError(error)?.field;
          if (field !== 'currentPassword' && field !== 'newPassword') return;
          setError(field, { message: getErrorText(error, '').replace(`${field}: `, '') }, { shouldFocus: true });
        },
      },
    );
  });
  const field = getServerError(change.error)?.field;
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {guard.question}
      {change.error && field !== 'currentPassword' && field !== 'newPassword' && (
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
