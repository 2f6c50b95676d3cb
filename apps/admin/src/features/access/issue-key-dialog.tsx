import { zodResolver } from '@hookform/resolvers/zod';
import { type IssuedServiceKey, type KeyScope, serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { errorText, refusalOf } from '../../app/errors.ts';
import { fieldProblem } from '../../app/field-problem.ts';
import { trpc } from '../../app/trpc.ts';

const hints: Record<KeyScope, string> = {
  read: 'Lists, figures and files. It changes nothing.',
  read_write: 'Everything in the documented calls: it can add vouchers, change offers and create admins.',
};

/** Asks for a name and a scope, then shows the key: this once. */
export function IssueKeyDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const issue = trpc.admin.keys.issue.useMutation({ onSuccess: () => utils.admin.invalidate() });
  const form = useId();
  const { register, handleSubmit, formState, setError, watch, getValues } = useForm({
    resolver: zodResolver(serviceKeyInput, undefined, { raw: true }),
    defaultValues: { name: '', scope: 'read' as KeyScope },
  });
  const submit = handleSubmit((input) =>
    issue.mutate(input, {
      onError: (error) => {
        if (refusalOf(error)?.field !== 'name') return;
        const message = errorText(error, 'Please try again.').replace('name: ', '');
        setError('name', { message: fieldProblem('Name', { message }) ?? message }, { shouldFocus: true });
      },
    }),
  );
  if (issue.data) return <IssuedKey name={getValues('name').trim()} issued={issue.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Issue a service key"
      description="One for each service, so that each can be revoked alone."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={issue.isPending} busyLabel="Issuing...">
            Issue key
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {issue.error && refusalOf(issue.error)?.field !== 'name' && (
          <Banner tone="error" title="No key was issued" onDismiss={issue.reset}>
            {errorText(issue.error, 'Please try again.')}
          </Banner>
        )}
        <Field
          label="Name"
          hint="The service that will use it. The audit log shows this name."
          autoComplete="off"
          spellCheck={false}
          required
          error={fieldProblem('Name', formState.errors.name)}
          {...register('name')}
        />
        <Select label="It may" hint={hints[watch('scope')]} {...register('scope')}>
          <option value="read">Read only</option>
          <option value="read_write">Read and write</option>
        </Select>
      </form>
    </Dialog>
  );
}

const IssuedKey = ({ name, issued, onClose }: { name: string; issued: IssuedServiceKey; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    closable={false}
    title={`The key of ${name}`}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className="grid gap-4">
      <Banner tone="info" title="Copy it now: it is shown this once">
        Only its first characters are kept. Whoever has it can call in the name of this service: put it where the
        service keeps its secrets, and send it to nobody.
      </Banner>
      <div className="grid gap-3 rounded-card border border-line bg-sunken p-4">
        <output aria-label="Service key" className="code block break-all select-all">
          {issued.key}
        </output>
        <CopyButton value={issued.key} label="Copy key" className="justify-self-start" />
      </div>
      <p className="text-sm text-muted">
        It goes with each call as the header{' '}
        <code className="font-mono whitespace-nowrap">Authorization: Bearer …</code>
      </p>
    </div>
  </Dialog>
);
