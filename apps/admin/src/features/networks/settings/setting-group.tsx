import { formatPlural } from '@inaam/contracts/common/format';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DraftValue, Setting } from './draft-types.ts';
import type { Shape } from './schema-shape.ts';
import { SettingControl } from './setting-control.tsx';
import { asFields, asLines, type Draft, PRESENT, type Problems, settingShapes } from './setting-draft.ts';
import { getSettingText, type SettingGroup } from './setting-texts.ts';

interface GroupProps {
  group: SettingGroup;
  draft: Draft;
  problems: Problems;
  set: (patch: Partial<Draft>) => void;
  /** Content below the settings. */
  extra?: ReactNode;
}

/** The settings of a group. A collapsed group shows a summary, and opens on request or if it contains a problem. */
export function Group({ group, draft, problems, set, extra }: GroupProps) {
  const { title, hint, isCollapsed, settings } = group;
  const [isOpen, setOpen] = useState(!isCollapsed);
  const hasProblem = Object.keys(problems).some((path) => settings.some((name) => isPartOf(path, name)));
  // A problem opens the group. The group stays open after the problem is corrected.
  if (hasProblem && !isOpen) setOpen(true);
  const isShown = isOpen || hasProblem;
  const summary = settings.map((name) => summarise(settingShapes[name], draft[name], name)).filter(Boolean);
  const content = isShown && (
    <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-6">
      {settings
        .filter((name) => getSettingText(name).isShown?.(draft) ?? true)
        .map((name) => (
          <SettingControl
            key={name}
            path={name}
            shape={settingShapes[name]}
            value={draft[name]}
            problems={problems}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
      {extra}
    </div>
  );
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-surface p-card">
      <legend className="sr-only">{title}</legend>
      {isCollapsed ? (
        <h2 className="text-base">
          <button
            type="button"
            aria-expanded={isShown}
            onClick={() => setOpen(!isShown)}
            className="-m-card flex w-[calc(100%+2*var(--card-pad))] min-w-0 items-baseline gap-2 rounded-card p-card text-left hover:text-accent"
          >
            <ChevronRight
              aria-hidden
              className={`size-4 shrink-0 translate-y-0.5 transition-transform duration-150 ${isShown ? 'rotate-90' : ''}`}
            />
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 wrap-anywhere">{title}</span>
              {!isShown && (
                <span className="min-w-0 text-sm font-normal wrap-anywhere text-muted">
                  {summary.join(' · ') || 'None'}
                </span>
              )}
            </span>
          </button>
        </h2>
      ) : (
        <h2 aria-hidden className="text-base">
          {title}
        </h2>
      )}
      {hint && isShown && <p className="text-sm text-muted">{hint}</p>}
      {content}
    </fieldset>
  );
}

const isPartOf = (path: string, setting: Setting): boolean => path === setting || path.startsWith(`${setting}.`);

/** The summary leaves out longer texts; the open group shows them. */
const LONGEST_SHOWN = 40;

/** Summarises settings in a few words; '' if nothing is set. */
function summarise(shape: Shape, value: DraftValue, path: string): string {
  const { label, noun = 'line', options, isShown: _, ...text } = getSettingText(path);
  switch (shape.kind) {
    case 'flag':
      return value === true ? label : '';
    case 'text':
    case 'number':
      return String(value).length > LONGEST_SHOWN ? '' : String(value);
    case 'choice':
      return options?.[String(value)] ?? String(value);
    case 'texts':
      return String(value).split('\n').filter(Boolean).join(', ');
    case 'list':
    case 'pairs': {
      const count = asLines(value).length;
      return count === 0 ? '' : formatPlural(count, noun);
    }
    case 'variants':
      return getSettingText(`${path}.${shape.by}`).options?.[String(asFields(value)[shape.by])] ?? '';
    case 'fields': {
      const fields = asFields(value);
      if (shape.absent !== undefined) return fields[PRESENT] === true ? (text.nameInText ?? label) : '';
      return Object.entries(shape.fields)
        .map(([name, field]) => summarise(field, fields[name] ?? '', `${path}.${name}`))
        .filter(Boolean)
        .join(', ');
    }
  }
}
