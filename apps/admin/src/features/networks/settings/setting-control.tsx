import { Checkbox } from '@inaam/ui/checkbox';
import { cx } from '@inaam/ui/cx';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { CircleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { getFieldError } from '../../../app/errors.ts';
import type { DraftFields, DraftLine, DraftValue } from './draft-types.ts';
import { LineList, type LineTools } from './line-list.tsx';
import type { Choice, Fields, List, Pairs, Shape, Variants } from './schema-shape.ts';
import { asFields, asLines, newLine, PRESENT, type Problems, toDraftValue } from './setting-draft.ts';
import { getSettingText } from './setting-texts.ts';

interface ControlProps<S extends Shape = Shape> {
  /** The path in the schema, without positions in lists: `rates.from`. */
  path: string;
  shape: S;
  value: DraftValue;
  problems: Problems;
  onChange: (value: DraftValue) => void;
  /**
   * For a field in a list: the position of its line as text, such as `2` or `2.1`. The label of such a field is only
   * for screen readers, unless its texts set `showsLabel`.
   */
  line?: string | undefined;
  /** A `ref` for the first field of a line. */
  focus?: Ref<HTMLInputElement> | undefined;
}

const spans = { 2: 'sm:col-span-2', 3: 'sm:col-span-3', 4: 'sm:col-span-4', 6: 'sm:col-span-6' };
const lineSpans = { 2: 'grow basis-24', 3: 'grow basis-32', 4: 'grow basis-48', 6: 'w-full' };

/** The control of a field, by the shape of its schema. */
export function SettingControl(props: ControlProps): ReactNode {
  const { shape } = props;
  switch (shape.kind) {
    case 'fields':
      return <FieldsControl {...props} shape={shape} />;
    case 'variants':
      return <VariantsControl {...props} shape={shape} />;
    case 'list':
      return <ListControl {...props} shape={shape} />;
    case 'pairs':
      return <PairsControl {...props} shape={shape} />;
    case 'text':
    case 'number':
    case 'flag':
    case 'choice':
    case 'texts':
      return <LeafControl {...props} shape={shape} />;
  }
}

/** A field's problem as a sentence. */
function findProblem(problems: Problems, path: string): string | undefined {
  const { label, nameInText = label } = getSettingText(path);
  const message = problems[path];
  return message === undefined ? undefined : getFieldError(nameInText, { message });
}

/** The first problem in a list, as a sentence with the label of the field in the line. */
function findListProblem(problems: Problems, path: string): string | undefined {
  const found = Object.entries(problems).find(([at]) => at === path || at.startsWith(`${path}.`));
  if (!found) return undefined;
  const field = found[0].replace(/\.\d+(?=\.|$)/g, '');
  const { label, nameInText = label } = getSettingText(field);
  // The path of a pair ends with the key that the admin typed, so it has no texts. Then the list's label is used.
  const name = nameInText === field ? getSettingText(path).label : nameInText;
  return getFieldError(name, { message: found[1] });
}

/** Adds the position of the line for screen readers, which would otherwise read the same label for each line. */
const withLine = (label: string, line: string | undefined): ReactNode =>
  line === undefined ? (
    label
  ) : (
    <>
      {label}
      <span className="sr-only"> {line}</span>
    </>
  );

function LeafControl({ path, shape, value, problems, onChange, line, focus }: ControlProps) {
  const { label, hint, span = 3, isMono, isRequired, placeholder, options, showsLabel = false } = getSettingText(path);
  const text = typeof value === 'string' ? value : '';
  const shared = {
    label: withLine(label, line),
    hideLabel: line !== undefined && !showsLabel,
    className: line === undefined ? spans[span] : lineSpans[span],
    // For a field in a line, the list shows the problem.
    error: line === undefined ? findProblem(problems, path) : undefined,
  };
  if (shape.kind === 'flag') {
    return (
      <Checkbox
        label={label}
        className={spans[span]}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  if (shape.kind === 'choice') {
    return (
      <Select {...shared} value={text} onChange={(event) => onChange(event.target.value)}>
        {shape.values.map((each) => (
          <option key={each} value={each}>
            {options?.[each] ?? each}
          </option>
        ))}
      </Select>
    );
  }
  if (shape.kind === 'texts') {
    return (
      <Textarea
        {...shared}
        hint={hint}
        rows={3}
        spellCheck={false}
        error={findListProblem(problems, path)}
        inputClassName={cx(isMono && 'font-mono')}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  const isNumber = shape.kind === 'number';
  const type = shape.kind === 'text' && (shape.format === 'date' || shape.format === 'url') ? shape.format : 'text';
  return (
    <Field
      {...shared}
      type={type}
      hint={line === undefined ? hint : undefined}
      ref={focus}
      required={isRequired}
      placeholder={line === undefined ? undefined : placeholder}
      autoComplete="off"
      spellCheck={path === 'name'}
      {...(isNumber && { inputMode: 'decimal' })}
      inputClassName={cx(isMono && 'font-mono', isNumber && 'text-right tabular-nums')}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The fields of an object. A field is hidden while the values of the other fields make it irrelevant. */
function FieldControls({
  path,
  fields,
  draft,
  problems,
  onChange,
  line,
  focus,
}: Omit<ControlProps, 'shape' | 'value' | 'onChange'> & {
  fields: Readonly<Record<string, Shape>>;
  draft: DraftFields;
  onChange: (draft: DraftFields) => void;
}) {
  const shown = Object.entries(fields).filter(([name]) => getSettingText(`${path}.${name}`).isShown?.(draft) ?? true);
  return shown.map(([name, shape], index) => (
    <SettingControl
      key={name}
      path={`${path}.${name}`}
      shape={shape}
      value={draft[name] ?? ''}
      problems={problems}
      line={line}
      focus={index === 0 ? focus : undefined}
      onChange={(value) => onChange({ ...draft, [name]: value })}
    />
  ));
}

/** An object's fields, with a checkbox in front if the object may be absent. */
function FieldsControl({ path, shape, value, problems, onChange }: ControlProps<Fields>) {
  const draft = asFields(value);
  const { label, hint } = getSettingText(path);
  if (shape.absent === undefined) {
    return <FieldControls path={path} fields={shape.fields} draft={draft} problems={problems} onChange={onChange} />;
  }
  const isPresent = draft[PRESENT] === true;
  return (
    <>
      <Checkbox
        label={
          <>
            {label} {hint && !isPresent && <span className="text-sm text-muted">{hint}</span>}
          </>
        }
        className="sm:col-span-6"
        checked={isPresent}
        onChange={(event) => onChange({ ...draft, [PRESENT]: event.target.checked })}
      />
      {isPresent && (
        <FieldControls path={path} fields={shape.fields} draft={draft} problems={problems} onChange={onChange} />
      )}
    </>
  );
}

/** A choice, and the fields that belong to the chosen value. */
function VariantsControl({ path, shape, value, problems, onChange }: ControlProps<Variants>) {
  const draft = asFields(value);
  const kind = String(draft[shape.by]);
  const choice: Choice = { kind: 'choice', values: Object.keys(shape.options), initial: kind };
  return (
    <>
      <LeafControl
        path={`${path}.${shape.by}`}
        shape={choice}
        value={kind}
        problems={problems[path] === undefined ? problems : { ...problems, [`${path}.${shape.by}`]: problems[path] }}
        onChange={(chosen) => onChange({ ...draft, [shape.by]: chosen })}
      />
      <FieldControls
        path={path}
        fields={shape.options[kind] ?? {}}
        draft={draft}
        problems={problems}
        onChange={onChange}
      />
    </>
  );
}

/** A list of lines with its title, and the first problem in the list. */
function SettingLines({
  path,
  value,
  problems,
  onChange,
  createFields,
  children,
}: Pick<ControlProps, 'path' | 'value' | 'problems' | 'onChange'> & {
  createFields: () => DraftFields;
  children: (line: DraftLine, tools: LineTools<DraftLine>) => ReactNode;
}) {
  const { label, hint, add = 'Add a line' } = getSettingText(path);
  const problem = findListProblem(problems, path);
  return (
    <fieldset className="min-w-0 sm:col-span-6">
      <legend className="text-sm font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-2 grid grid-cols-1 gap-2">
        <LineList lines={asLines(value)} onChange={onChange} createLine={() => newLine(createFields())} add={add}>
          {children}
        </LineList>
      </div>
      {/* Focusable, because a problem in the list moves the focus to this message, not to one of the many fields. */}
      {problem && (
        <p
          role="alert"
          tabIndex={-1}
          data-problem=""
          className="mt-1 flex scroll-my-24 gap-1 rounded-control text-sm text-bad"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{problem}</span>
        </p>
      )}
    </fieldset>
  );
}

function PairsControl({ path, shape, value, problems, onChange }: ControlProps<Pairs>) {
  const { pair: [keyLabel, valueLabel] = ['Key', 'Value'], noun = 'line', placeholder, options } = getSettingText(path);
  return (
    <SettingLines
      path={path}
      value={value}
      problems={problems}
      onChange={onChange}
      createFields={() => ({ key: '', value: shape.value.initial })}
    >
      {({ id, value: { key, value: chosen } }, { index, change, first, remove }) => (
        <div key={id} className="flex items-start gap-2">
          <Field
            label={`${keyLabel} ${index + 1}`}
            hideLabel
            ref={first}
            placeholder={placeholder}
            spellCheck={false}
            autoComplete="off"
            className="grow basis-0"
            inputClassName="font-mono"
            value={String(key)}
            onChange={(event) => change({ value: { key: event.target.value, value: chosen ?? '' } })}
          />
          <Select
            label={`${valueLabel} ${index + 1}`}
            hideLabel
            className="grow basis-0"
            value={String(chosen)}
            onChange={(event) => change({ value: { key: key ?? '', value: event.target.value } })}
          >
            {shape.value.values.map((each) => (
              <option key={each} value={each}>
                {options?.[each] ?? each}
              </option>
            ))}
          </Select>
          {remove(`Remove ${key === '' ? `${noun} ${index + 1}` : String(key)}`)}
        </div>
      )}
    </SettingLines>
  );
}

/** A list of objects. If a line itself contains a list, the line has a frame. */
function ListControl({ path, shape, value, problems, onChange, line }: ControlProps<List>) {
  const { noun = 'line' } = getSettingText(path);
  const isNested = Object.values(shape.item.fields).some(({ kind }) => kind === 'list');
  const createFields = () => {
    const draft = asFields(toDraftValue(shape.item, undefined, path));
    // In a new line, each inner list starts with one line.
    for (const [name, field] of Object.entries(shape.item.fields)) {
      if (field.kind === 'list')
        draft[name] = [newLine(asFields(toDraftValue(field.item, undefined, `${path}.${name}`)))];
    }
    return draft;
  };
  return (
    <SettingLines path={path} value={value} problems={problems} onChange={onChange} createFields={createFields}>
      {({ id, value: draft }, { index, change, first, remove }) => {
        const linePosition = line === undefined ? String(index + 1) : `${line}.${index + 1}`;
        return (
          <div
            key={id}
            className={cx('flex flex-wrap items-start gap-2', isNested && 'rounded-control border border-line p-3')}
          >
            <FieldControls
              path={path}
              fields={shape.item.fields}
              draft={draft}
              problems={problems}
              line={linePosition}
              focus={first}
              onChange={(next) => change({ value: next })}
            />
            {remove(`Remove ${noun} ${linePosition}`)}
          </div>
        );
      }}
    </SettingLines>
  );
}
