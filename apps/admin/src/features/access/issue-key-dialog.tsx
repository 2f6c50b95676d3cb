import { type IssuedServiceKey, type KeyScope, serviceKeyInput } from '@inaam/contracts/access/api-keys';
import { type Scope, scopes } from '@inaam/contracts/access/permissions';
import { Button } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { type FormEvent, useId, useState } from 'react';
import { getErrorText, getFieldError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { OneTimeSecret } from '../../page/one-time-secret.tsx';

type Permission = KeyScope | 'chosen';

const hints: Record<Permission, string> = {
  chosen: 'Only the scopes selected below.',
  read: 'Lists, figures and CSV exports. No changes, and no voucher codes.',
  read_write: 'All documented calls, except creating admins and seeing voucher codes.',
};

const FIELDS = ['name', 'scopes', 'addresses'] as const;
type Problems = Partial<Record<(typeof FIELDS)[number], string>>;
/** How each field's error text begins. */
const labels = { name: 'Name', scopes: 'Scopes:', addresses: 'Each line' };

/** Asks for a name and scopes, then shows the new key once. */
export function IssueKeyDialog({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const issue = trpc.admin.keys.issue.useMutation({ onSuccess: () => utils.admin.invalidate() });
  const form = useId();
  const [name, setName] = useState('');
  const [permission, setPermission] = useState<Permission>('chosen');
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState('365');
  const [addresses, setAddresses] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const values = { name, permission, chosen, days, addresses };
  const [base] = useState({ values });
  const guard = useFormGuard<typeof values>({
    name: 'service-key',
    base,
    values: issue.data ? base.values : values,
    restore: (typed) => {
      setName(typed.name);
      setPermission(typed.permission);
      setChosen(typed.chosen);
      setDays(typed.days);
      setAddresses(typed.addresses);
    },
    onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const addressList = addresses.split(/[\s,]+/).filter(Boolean);
    const input = {
      name,
      ...(permission === 'chosen' ? { scopes: [...chosen] } : { scope: permission }),
      ...(days !== '' && { expires_in_days: Number(days) }),
      ...(addressList.length > 0 && { addresses: addressList }),
    };
    const issues = serviceKeyInput.safeParse(input).error?.issues ?? [];
    setAttempts(attempts + 1);
    setProblems(
      Object.fromEntries(
        FIELDS.flatMap((field) => {
          const fieldIssue = issues.find(({ path }) => path[0] === field);
          return fieldIssue ? [[field, getFieldError(labels[field], fieldIssue) ?? fieldIssue.message]] : [];
        }),
      ),
    );
    if (issues.length > 0) return;
    issue.mutate(input, {
      onError: (error) => {
        const refused = getRefusedField(error, labels);
        if (refused) setProblems({ [refused.field]: refused.message });
      },
    });
  };
  if (issue.data) return <IssuedKey name={name.trim()} issued={issue.data} onClose={onClose} />;
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      title="Issue a service key"
      description="Issue one key per service, so that you can revoke each separately."
      footer={
        <>
          <Button onClick={guard.close}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={issue.isPending} busyLabel="Issuing...">
            Issue key
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {guard.restored}
        <FormProblems attempts={attempts} error={issue.error && problems} />
        {issue.error && !getRefusedField(issue.error, labels) && (
          <Banner tone="error" title="No key was issued" onDismiss={issue.reset}>
            {getErrorText(issue.error, 'Please try again.')}
          </Banner>
        )}
        <Field
          label="Name"
          hint="The service that will use the key. The audit log shows this name."
          autoComplete="off"
          spellCheck={false}
          required
          value={name}
          error={problems.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label="Permission"
          hint={hints[permission]}
          value={permission}
          onChange={(event) => setPermission(event.target.value as Permission)}
        >
          <option value="chosen">Selected scopes</option>
          <option value="read">Read only</option>
          <option value="read_write">Read and write</option>
        </Select>
        {permission === 'chosen' && (
          <fieldset className="grid gap-x-4 sm:grid-cols-2">
            <legend className="sr-only">Scopes</legend>
            {/* The error is above the checkboxes, because the list is long. */}
            {problems.scopes && (
              <p
                role="alert"
                tabIndex={-1}
                data-problem=""
                className="mb-2 rounded-control text-sm text-bad sm:col-span-2"
              >
                {problems.scopes}
              </p>
            )}
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                label={<span className="code text-sm">{scope}</span>}
                checked={chosen.includes(scope)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, scope] : chosen.filter((each) => each !== scope))
                }
              />
            ))}
          </fieldset>
        )}
        <Select label="Expires" value={days} onChange={(event) => setDays(event.target.value)}>
          <option value="30">In 30 days</option>
          <option value="90">In 90 days</option>
          <option value="365">In a year</option>
          <option value="">Never</option>
        </Select>
        <Textarea
          label="Addresses (optional)"
          hint="IP addresses or CIDR blocks that the service calls from, one per line. If empty, the key works from any IP address."
          rows={2}
          spellCheck={false}
          value={addresses}
          error={problems.addresses}
          onChange={(event) => setAddresses(event.target.value)}
        />
      </form>
      {guard.question}
    </Dialog>
  );
}

const IssuedKey = ({ name, issued, onClose }: { name: string; issued: IssuedServiceKey; onClose: () => void }) => (
  <OneTimeSecret
    title={`Key for ${name}`}
    label="Service key"
    copyLabel="Copy key"
    value={issued.key}
    advice="We store only its first characters and a hash, so we cannot show it again. Anyone with this key can act as this service. Put it into the service’s secret store, and share it with no one."
    onClose={onClose}
  >
    Send this header with each call: <code className="font-mono whitespace-nowrap">Authorization: Bearer …</code>
  </OneTimeSecret>
);
