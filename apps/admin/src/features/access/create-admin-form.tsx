import { adminPaths } from '@inaam/contracts/common/paths';
import { Button } from '@inaam/ui/button';
import { Field } from '@inaam/ui/field';
import { PasswordField } from '@inaam/ui/password-field';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorText } from '../../app/errors.ts';
import { isPendingApproval } from '../../app/pending-approval.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { type CreateAdminValues, emptyAdmin, validateCreateAdmin } from './create-admin.ts';
import { RoleSelect } from './role-select.tsx';
import { StrengthMeter } from './strength-meter.tsx';

const REDIRECT_MS = 2000;
const emptyDraft = {
  values: { username: emptyAdmin.username, email: emptyAdmin.email, role: emptyAdmin.role, hasSecret: false },
};
const labels: Record<keyof CreateAdminValues, string> = {
  username: 'Username',
  email: 'E-mail',
  password: 'Password',
  confirmation: 'Confirm password',
  setupToken: 'Setup token',
  role: 'Role',
};

/**
 * Creates an admin and opens the dashboard two seconds later.
 * @param setup also asks for the setup token, to create the first admin
 * @param onCreated runs during the delay, e.g. to sign the new admin in
 */
export function CreateAdminForm({
  setup = false,
  onCreated,
}: {
  setup?: boolean;
  onCreated?: (values: CreateAdminValues) => void;
}) {
  const navigate = useNavigate();
  const create = trpc.admin.identity.register.useMutation();
  const { register, handleSubmit, formState, setError, watch, setValue } = useForm({ defaultValues: emptyAdmin });
  const { errors } = formState;
  const [attempts, setAttempts] = useState(0);
  const { username, email, role, password, confirmation, setupToken } = watch();
  const guard = useFormGuard({
    name: setup ? undefined : 'admin',
    base: emptyDraft,
    values: create.isSuccess
      ? emptyDraft.values
      : { username, email, role, hasSecret: [password, confirmation, setupToken].some((each) => each !== '') },
    // Passwords are never stored in a draft.
    restore: (typed) => {
      setValue('username', typed.username);
      setValue('email', typed.email);
      setValue('role', typed.role);
    },
  });

  useEffect(() => {
    if (!create.isSuccess) return;
    const timer = setTimeout(() => void navigate({ to: adminPaths.dashboard }), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [create.isSuccess, navigate]);

  const submit = handleSubmit((values) => {
    const problems = Object.entries(validateCreateAdmin(values, setup)) as [keyof CreateAdminValues, string][];
    for (const [field, message] of problems) setError(field, { message });
    setAttempts(attempts + 1);
    if (problems.length > 0) return;
    create.mutate(
      {
        username: values.username,
        email: values.email,
        password: values.password,
        ...(setup ? { setupToken: values.setupToken } : { role: values.role }),
      },
      {
        onSuccess: () => onCreated?.(values),
        onError: (error) => {
          const refused = getRefusedField(error, labels);
          if (refused) setError(refused.field, { message: refused.message }, { shouldFocus: true });
        },
      },
    );
  });

  if (create.isSuccess) {
    return (
      <Banner tone="success" title="Admin user created successfully!">
        Redirecting to dashboard...
      </Banner>
    );
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {guard.restored}
      {guard.question}
      <FormProblems attempts={attempts} error={create.error} />
      {create.error && !getRefusedField(create.error, labels) && (
        <Banner
          tone={isPendingApproval(create.error) ? 'info' : 'error'}
          title={isPendingApproval(create.error) ? 'Waiting for approval' : 'The admin was not created'}
          onDismiss={create.reset}
        >
          {getErrorText(create.error, 'Registration failed')}
        </Banner>
      )}
      {setup && (
        <Field
          label={labels.setupToken}
          hint="In the file setup-token of the server’s data folder. The server prints its path at startup."
          autoComplete="off"
          spellCheck={false}
          required
          inputClassName="code"
          error={errors.setupToken?.message}
          {...register('setupToken')}
        />
      )}
      <Field
        label={labels.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        type="email"
        label={labels.email}
        autoComplete="off"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      {!setup && <RoleSelect value={watch('role')} {...register('role')} />}
      <div>
        <PasswordField
          label={labels.password}
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...register('password')}
        />
        <StrengthMeter password={watch('password')} />
      </div>
      <PasswordField
        label={labels.confirmation}
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => void navigate({ to: adminPaths.dashboard })}>Cancel</Button>
        <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Creating admin...">
          Create Admin
        </Button>
      </div>
    </form>
  );
}
