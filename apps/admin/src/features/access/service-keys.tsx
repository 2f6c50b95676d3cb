import { zodResolver } from '@hookform/resolvers/zod';
import {
  type IssuedServiceKey,
  type KeyScope,
  type ServiceKey,
  serviceKeyInput,
} from '@inaam/contracts/access/api-keys';
import { formatDate, formatDateTime } from '@inaam/contracts/common/time';
import { Banner } from '@inaam/ui/banner';
import { Button } from '@inaam/ui/button';
import { CopyButton } from '@inaam/ui/copy-button';
import { Dialog } from '@inaam/ui/dialog';
import { EmptyState } from '@inaam/ui/empty-state';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { StatusDot } from '@inaam/ui/status-dot';
import { Table, Td, Th, Tr } from '@inaam/ui/table';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText, fieldProblem, refusalOf } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { ConfirmDialog, messageOf, useDone } from '../../page/confirm-dialog.tsx';
import { Loadable } from '../../page/loadable.tsx';

const scopeWords: Record<KeyScope, string> = { read: 'Read only', read_write: 'Read and write' };

/** The keys of internal services: which there are, and the ways to issue and revoke one. */
export function ServiceKeys() {
  const query = trpc.admin.keys.list.useQuery();
  const [issuing, setIssuing] = useState(false);
  const [leaving, setLeaving] = useState<ServiceKey>();
  const issueButton = (
    <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setIssuing(true)}>
      Issue key
    </Button>
  );
  return (
    <section aria-labelledby="service-keys" className="mt-2 grid min-w-0 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="service-keys" className="text-lg">
            Service keys
          </h2>
          <p className="text-muted">
            Internal services call <code className="font-mono text-sm">/api/admin/*.php</code> with a key of their own:{' '}
            <a
              href="/api/admin/docs"
              target="_blank"
              rel="noreferrer"
              className="underline decoration-edge decoration-dotted underline-offset-4 hover:text-accent"
            >
              what they can call
            </a>
            .
          </p>
        </div>
        {query.data && query.data.keys.length > 0 && issueButton}
      </div>
      <Loadable query={query} what="service keys">
        {({ keys }) =>
          keys.length === 0 ? (
            <EmptyState kind="first-use" title="No service keys" action={issueButton}>
              Give each service its own key: it can be revoked alone, and the audit log says which one it was.
            </EmptyState>
          ) : (
            <KeysTable keys={keys} onRevoke={setLeaving} />
          )
        }
      </Loadable>
      {issuing && <IssueKeyDialog onClose={() => setIssuing(false)} />}
      {leaving && <RevokeKey serviceKey={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="block text-xs text-muted">{children}</span>;

const KeysTable = ({ keys, onRevoke }: { keys: ServiceKey[]; onRevoke: (key: ServiceKey) => void }) => (
  <Table caption="Issued service keys">
    <thead>
      <tr>
        <Th>Service</Th>
        <Th>May</Th>
        <Th>Status</Th>
        <Th numeric>Last used (IST)</Th>
        <Th numeric>Issued</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <Tr key={key.key_id}>
          <Td className="min-w-40">
            <span className="block font-semibold wrap-anywhere">{key.name}</span>
            <span className="code block text-xs text-muted">{key.prefix}…</span>
          </Td>
          <Td className="whitespace-nowrap">{scopeWords[key.scope]}</Td>
          <Td className="whitespace-nowrap">
            {key.revoked_at ? (
              <>
                <StatusDot tone="neutral">Revoked</StatusDot>
                <Quiet>{formatDate(key.revoked_at)}</Quiet>
              </>
            ) : (
              <StatusDot tone="good">Live</StatusDot>
            )}
          </Td>
          <Td numeric>{key.last_used_at ? formatDateTime(key.last_used_at) : 'Never'}</Td>
          <Td numeric>
            {formatDate(key.created_at)}
            <Quiet>by {key.created_by}</Quiet>
          </Td>
          <Td className="text-right">
            {!key.revoked_at && (
              <Button small onClick={() => onRevoke(key)}>
                Revoke<span className="sr-only"> {key.name}</span>
              </Button>
            )}
          </Td>
        </Tr>
      ))}
    </tbody>
  </Table>
);

function RevokeKey({ serviceKey, onClose }: { serviceKey: ServiceKey; onClose: () => void }) {
  const revoke = trpc.admin.keys.revoke.useMutation(useDone(onClose, messageOf));
  return (
    <ConfirmDialog
      danger
      title={`Revoke the key of ${serviceKey.name}?`}
      consequence="Whatever still calls with it is refused from its next call on. This cannot be undone; a new key can be issued under the same name."
      confirm="Revoke"
      busy="Revoking..."
      failed="The key was not revoked"
      mutation={revoke}
      onConfirm={() => revoke.mutate({ key_id: serviceKey.key_id })}
      onClose={onClose}
    />
  );
}

const hints: Record<KeyScope, string> = {
  read: 'Lists, figures and files. It changes nothing.',
  read_write: 'Everything in the documented calls: it can add vouchers, change offers and create admins.',
};

/** Asks for a name and a scope, then shows the key: this once. */
function IssueKeyDialog({ onClose }: { onClose: () => void }) {
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
        <Select label="Permission" hint={hints[watch('scope')]} {...register('scope')}>
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
