import { Select } from '@inaam/ui/select';
import { type Control, useController, useFormState } from 'react-hook-form';
import { fieldProblem } from '../../app/field-problem.ts';
import { trpc } from '../../app/trpc.ts';
import type { OfferValues } from './offer-form.ts';

/** Which network pays for the offer. An offer that has one keeps one. */
export function NetworkSelect({ control }: { control: Control<OfferValues> }) {
  const { field } = useController({ control, name: 'network_id' });
  const { errors, defaultValues } = useFormState({ control });
  const query = trpc.admin.networks.list.useQuery();
  const networks = query.data?.networks ?? [];
  const unset = defaultValues?.network_id === '';
  const isNew = defaultValues?.title === '';
  const first = networks.toSorted((a, b) => a.network_id - b.network_id).find(({ is_active }) => is_active);
  const firstActive = first ? `First active (${first.name})` : 'First active';
  const missing = !unset && !networks.some(({ network_id }) => String(network_id) === field.value);
  return (
    <Select
      label="Network"
      className="sm:col-span-3"
      hint={query.error ? 'The networks could not be loaded.' : 'Only its calls complete the offer.'}
      error={fieldProblem('Network', errors.network_id)}
      {...field}
    >
      {unset && <option value="">{isNew ? firstActive : 'None: any may complete it'}</option>}
      {missing && <option value={field.value}>As it is</option>}
      {networks.map(({ network_id, name, is_active }) => (
        <option key={network_id} value={network_id}>
          {is_active ? name : `${name} (inactive)`}
        </option>
      ))}
    </Select>
  );
}
