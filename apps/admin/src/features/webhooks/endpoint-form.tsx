import {
  endpointCreateInput,
  trackerMacros,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookEventNames,
  webhookEvents,
} from '@inaam/contracts/webhooks/webhooks';
import { Button } from '@inaam/ui/button';
import { Checkbox } from '@inaam/ui/checkbox';
import { Dialog } from '@inaam/ui/dialog';
import { Field } from '@inaam/ui/field';
import { type FormEvent, useId, useState } from 'react';
import { getErrorText, getFieldError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { FormProblems, getRefusedField } from '../../forms/field-problems.tsx';
import { useFormGuard } from '../../forms/use-form-guard.tsx';
import { Banner } from '../../page/banner.tsx';
import { SegmentedControl } from '../../page/segmented-control.tsx';
import { IssuedSecret } from './issued-secret.tsx';

const kinds = [
  { value: 'webhook', label: 'Webhook' },
  { value: 'tracker', label: 'Tracker' },
] as const;
type Kind = (typeof kinds)[number]['value'];
const labels = { name: 'Name', url: 'URL', source: 'Traffic source' } as const;
type FieldName = keyof typeof labels;

const toggleEvent = (chosen: readonly WebhookEvent[], event: WebhookEvent): WebhookEvent[] =>
  webhookEventNames.filter((each) => chosen.includes(each) !== (each === event));

/** Adds or edits an endpoint. Typed values remain in the form when the server rejects them. */
export function EndpointForm({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const form = useId();
  const utils = trpc.useUtils();
  const mutationOptions = { onSuccess: () => utils.admin.invalidate() };
  const create = trpc.admin.webhooks.create.useMutation(mutationOptions);
  const update = trpc.admin.webhooks.update.useMutation({
    onSuccess: () => mutationOptions.onSuccess().then(() => guard.finish()),
  });
  const [kind, setKind] = useState<Kind>(endpoint?.kind ?? 'webhook');
  const [values, setValues] = useState({ name: endpoint?.name ?? '', url: endpoint?.url ?? '', source: '' });
  const [events, setEvents] = useState<WebhookEvent[]>(
    endpoint?.kind === 'webhook' ? (endpoint.events as WebhookEvent[]) : [],
  );
  const [problems, setProblems] = useState<Partial<Record<FieldName, string>>>({});
  const [attempts, setAttempts] = useState(0);
  const typed = { kind, ...values, events };
  const [base] = useState({ values: typed });
  const guard = useFormGuard<typeof typed>({
    name: `endpoint-${endpoint?.endpoint_id ?? 'new'}`,
    base,
    values: create.data ? base.values : typed,
    restore: ({ kind: nextKind, events: nextEvents, ...nextValues }) => {
      setKind(nextKind);
      setEvents(nextEvents);
      setValues(nextValues);
    },
    onClose,
  });
  const mutation = endpoint ? update : create;
  const refused = getRefusedField(mutation.error, labels);
  const isField = (name: string): name is FieldName => Object.hasOwn(labels, name);

  if (create.data) {
    const { secret } = create.data;
    if (secret !== null) return <IssuedSecret name={create.data.endpoint.name} secret={secret} onClose={onClose} />;
    return <TrackerReady endpoint={create.data.endpoint} onClose={onClose} />;
  }

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const source = endpoint?.source ?? values.source;
    const parsed = endpointCreateInput.safeParse(
      kind === 'webhook' ? { kind, name: values.name, url: values.url, events } : { ...values, kind, source },
    );
    const fieldProblems: typeof problems = {};
    for (const issue of parsed.error?.issues ?? []) {
      const field = String(issue.path[0]);
      if (isField(field)) fieldProblems[field] ??= getFieldError(labels[field], issue) ?? issue.message;
    }
    setAttempts(attempts + 1);
    setProblems(fieldProblems);
    if (!parsed.success) return;
    if (!endpoint) return create.mutate(parsed.data);
    const { name, url } = parsed.data;
    update.mutate({ endpoint_id: endpoint.endpoint_id, name, url, ...(parsed.data.kind === 'webhook' && { events }) });
  };
  const field = (name: FieldName) => ({
    label: labels[name],
    value: values[name],
    error: problems[name] ?? (refused?.field === name ? refused.message : undefined),
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setProblems({ ...problems, [name]: undefined });
      if (refused?.field === name) mutation.reset();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={guard.close}
      closable={!mutation.isPending}
      place="side"
      title={endpoint ? `Edit ${endpoint.name}` : 'Add endpoint'}
      description={
        kind === 'webhook'
          ? 'A service that receives signed events as they happen.'
          : 'A traffic source’s tracker. It receives the conversions of the users that the source sends.'
      }
      footer={
        <>
          <Button onClick={guard.close} disabled={mutation.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={mutation.isPending} busyLabel="Saving...">
            {endpoint ? 'Save' : 'Add endpoint'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-4" onSubmit={submit}>
        {guard.restored}
        <FormProblems attempts={attempts} error={mutation.error} />
        {mutation.error && !refused && (
          <Banner tone="error" title="The endpoint was not saved" onDismiss={mutation.reset}>
            {getErrorText(mutation.error, 'Please try again.')}
          </Banner>
        )}
        {!endpoint && <SegmentedControl label="Kind" options={kinds} value={kind} onChange={setKind} />}
        <Field
          {...field('name')}
          hint="Appears in lists and in the audit log."
          autoComplete="off"
          maxLength={80}
          required
        />
        {kind === 'tracker' && !endpoint && (
          <Field
            {...field('source')}
            hint="Part of the links to the app: ?src=…&clickid=…"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            required
          />
        )}
        <Field
          {...field('url')}
          type="url"
          inputMode="url"
          hint={kind === 'webhook' ? 'A public https URL' : 'Put {source_click} where the tracker expects its click ID'}
          autoComplete="off"
          spellCheck={false}
          required
        />
        {kind === 'webhook' ? (
          <fieldset className="grid gap-1">
            <legend className="mb-1 font-semibold">Events</legend>
            <p className="text-sm text-muted">
              If you select none, the endpoint receives all events, including kinds that are added later.
            </p>
            {webhookEventNames.map((event) => (
              <Checkbox
                key={event}
                checked={events.includes(event)}
                onChange={() => setEvents(toggleEvent(events, event))}
                label={
                  <>
                    {webhookEvents[event]} <span className="code block text-xs text-muted">{event}</span>
                  </>
                }
              />
            ))}
          </fieldset>
        ) : (
          <section className="grid gap-2 rounded-card border border-line bg-sunken p-4">
            <h3 className="text-sm font-semibold">Macros for the address</h3>
            <dl className="grid gap-x-3 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
              {Object.entries(trackerMacros).map(([macro, words]) => (
                <div key={macro} className="contents">
                  <dt className="code">{`{${macro}}`}</dt>
                  <dd className="text-muted">{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </form>
      {guard.question}
    </Dialog>
  );
}

const TrackerReady = ({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={`${endpoint.name} is added`}
    footer={
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    }
  >
    <p>
      Each link from this source to the app must contain the source’s name and click ID:{' '}
      <code className="code wrap-anywhere">?src={endpoint.source}&clickid=…</code>. People who sign up through such a
      link count for this source.
    </p>
  </Dialog>
);
