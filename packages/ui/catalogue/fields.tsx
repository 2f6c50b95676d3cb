import { Checkbox } from '../src/checkbox.tsx';
import { Field } from '../src/field.tsx';
import { controlClass, FieldShell } from '../src/field-shell.tsx';
import { PasswordField } from '../src/password-field.tsx';
import { Select } from '../src/select.tsx';
import { Textarea } from '../src/textarea.tsx';
import { LONG, UNBROKEN } from './texts.ts';

export const fields = {
  field: () => (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Field label="Title" defaultValue="Daily survey" hint="People read this first." />
      <Field label="Payout" defaultValue="-5" error="Enter an amount of at least ₹0.01." />
      <Field label="Code" defaultValue="ABCD-1234-EFGH" inputClassName="code" />
      <Field label="Not to be changed" defaultValue={LONG} disabled />
      <Field label={LONG} placeholder="A placeholder" hint={UNBROKEN} error={LONG} />
    </div>
  ),
  'field-shell': () => (
    <FieldShell label="Colour" hint="Around any control.">
      {(aria) => <input {...aria} type="color" defaultValue="#a85200" className={controlClass} />}
    </FieldShell>
  ),
  'password-field': () => (
    <>
      <PasswordField label="Password" defaultValue="demo-user-1234" autoComplete="off" />
      <PasswordField label="Password again" error="The two are not the same." autoComplete="off" />
    </>
  ),
  select: () => (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Select label="Status" hint="Of the voucher.">
        <option>Available</option>
        <option>{LONG}</option>
      </Select>
      <Select label="Network" error="Choose a network.">
        <option value="">None</option>
      </Select>
      <Select label="Disabled" disabled>
        <option>Available</option>
      </Select>
    </div>
  ),
  textarea: () => (
    <div className="grid w-full gap-4 sm:grid-cols-2">
      <Textarea label="Description" defaultValue={LONG} hint="Shown on the offer’s page." />
      <Textarea label="Reason" error="Say why." />
    </div>
  ),
  checkbox: () => (
    <>
      <Checkbox label="Active" defaultChecked />
      <Checkbox label="Not active" />
      <Checkbox label="Some of the rows" indeterminate />
      <Checkbox label="Disabled" disabled />
      <Checkbox label={LONG} />
    </>
  ),
};
