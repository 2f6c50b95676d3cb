import { Button } from '@inaam/ui/button';
import { Dialog } from '@inaam/ui/dialog';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { getServerError } from '../app/errors.ts';
import { Banner } from '../page/banner.tsx';
import type { Base } from './use-form-guard.tsx';
import { compareVersions } from './versions.ts';

export const isVersionConflict = (error: unknown): boolean => getServerError(error)?.domainCode === 'VERSION_CHANGED';

/**
 * Resolves the conflict if another admin has saved the record since the form loaded it. Shows both values of each field
 * that both admins changed, and saves the chosen values.
 * @param props.error the server's refusal of the save
 * @param props.load reads the current record
 * @param props.onSave saves the chosen values over the current record
 */
export function ConflictDialog<Values extends object>({
  error,
  base,
  values,
  labels,
  describe = describeValue,
  load,
  onSave,
  onClose,
}: {
  error: unknown;
  base: Base<Values>;
  values: Values;
  labels: Readonly<Record<keyof Values & string, string>>;
  /** Describes a field's value in words. */
  describe?: (value: unknown, field: keyof Values & string) => string;
  load: () => Promise<Base<Values>>;
  onSave: (values: Values, base: Base<Values>) => void;
  onClose: () => void;
}) {
  const isOpen = isVersionConflict(error);
  const [latest, setLatest] = useState<Base<Values>>();
  const [hasFailed, setFailed] = useState(false);
  const [latestFields, setLatestFields] = useState<ReadonlySet<string>>(new Set());
  const loadLatest = useEffectEvent(() => {
    setFailed(false);
    setLatest(undefined);
    load().then(setLatest, () => setFailed(true));
  });
  useEffect(() => {
    if (isOpen) loadLatest();
  }, [isOpen, error]);
  if (!isOpen) return null;
  const { conflicts, changedByOther } = latest
    ? compareVersions(base.values, values, latest.values)
    : { conflicts: [], changedByOther: [] };
  const save = () => {
    if (!latest) return;
    const fieldsFromLatest = [...changedByOther, ...conflicts.filter((field) => latestFields.has(field))];
    onSave(
      { ...values, ...Object.fromEntries(fieldsFromLatest.map((field) => [field, latest.values[field]])) },
      latest,
    );
  };
  const toggle = (field: string, isLatest: boolean) => {
    const next = new Set(latestFields);
    if (isLatest) next.add(field);
    else next.delete(field);
    setLatestFields(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Another admin has changed this"
      description="Your changes are not saved yet. Choose which values to keep."
      footer={
        <>
          <Button onClick={onClose}>Back to the form</Button>
          <Button variant="primary" disabled={!latest} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {hasFailed && (
          <Banner
            tone="error"
            title="The saved values could not be loaded"
            action={
              <Button
                small
                onClick={() => {
                  setFailed(false);
                  load().then(setLatest, () => setFailed(true));
                }}
              >
                Retry
              </Button>
            }
          />
        )}
        {!latest && !hasFailed && <p className="text-muted">Loading the saved values...</p>}
        {latest &&
          conflicts.map((field) => (
            <Choice
              key={field}
              label={labels[field]}
              mine={describe(values[field], field)}
              latest={describe(latest.values[field], field)}
              isLatest={latestFields.has(field)}
              onChange={(isLatest) => toggle(field, isLatest)}
            />
          ))}
        {latest && changedByOther.length > 0 && (
          <section aria-label="Also changed" className="grid gap-1">
            <h3 className="text-sm text-muted">Changes by the other admin, which are kept</h3>
            <dl className="grid gap-1">
              {changedByOther.map((field) => (
                <div key={field}>
                  <dt className="text-sm font-semibold">{labels[field]}</dt>
                  <dd className="wrap-anywhere whitespace-pre-line">{describe(latest.values[field], field)}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {latest && conflicts.length + changedByOther.length === 0 && (
          <p>The other admin changed none of the fields in your form. Save to keep both changes.</p>
        )}
      </div>
    </Dialog>
  );
}

function Choice({
  label,
  mine,
  latest,
  isLatest,
  onChange,
}: {
  label: string;
  mine: string;
  latest: string;
  isLatest: boolean;
  onChange: (isLatest: boolean) => void;
}) {
  const name = useId();
  const options = [
    { label: 'Your value', value: mine, checked: !isLatest },
    { label: 'Saved value', value: latest, checked: isLatest },
  ];
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      {options.map((option, index) => (
        <label
          key={option.label}
          htmlFor={`${name}-${index}`}
          className="flex items-start gap-3 rounded-control border border-edge p-3 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            id={`${name}-${index}`}
            aria-label={`${option.label}: ${option.value || 'Empty'}`}
            name={name}
            checked={option.checked}
            onChange={() => onChange(index === 1)}
            className="mt-1 size-4 shrink-0 accent-(--accent)"
          />
          <span className="min-w-0">
            <span className="block text-xs text-muted">{option.label}</span>
            <span className="block wrap-anywhere whitespace-pre-line">{option.value || 'Empty'}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Describes a form's value as text, with one line for each item of a list. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(describeValue).join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([key]) => key !== 'id')
      .map(([key, part]) => `${key.replaceAll('_', ' ')}: ${describeValue(part)}`)
      .join(', ');
  return String(value);
}
