import { formatPlural } from '@inaam/contracts/common/format';
import { HOUSE_SLUG } from '@inaam/contracts/offers/milestones';
import { type AdminOffer, categories, models } from '@inaam/contracts/offers/offers';
import { defaultTasks } from '@inaam/contracts/offers/tasks';
import { Checkbox } from '@inaam/ui/checkbox';
import { Field } from '@inaam/ui/field';
import { Select } from '@inaam/ui/select';
import { Textarea } from '@inaam/ui/textarea';
import { Fragment, type ReactNode, useEffect } from 'react';
import {
  type Control,
  type UseFormRegister,
  type UseFormSetFocus,
  useController,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { getFieldError } from '../../app/errors.ts';
import { trpc } from '../../app/trpc.ts';
import { findWord } from '../../lists/filters.ts';
import { PictureUpload } from '../pictures/parts/picture-upload.tsx';
import type { OfferValues } from './offer-form.ts';
import { describeSchedule } from './offer-state.ts';

/** All fields of an offer except odds, goals and quotas. */
export function OfferFields({
  control,
  register,
  setFocus,
  offer,
}: {
  control: Control<OfferValues>;
  register: UseFormRegister<OfferValues>;
  setFocus: UseFormSetFocus<OfferValues>;
  /** The edited offer, whose current picture is shown. */
  offer: AdminOffer | undefined;
}) {
  const { errors } = useFormState({ control });
  const { field: active } = useController({ control, name: 'is_active' });
  const model = useWatch({ control, name: 'model' });
  const isMilestone = useIsMilestone(control);
  // The first field gets the focus, not the panel's close button.
  useEffect(() => setFocus('title'), [setFocus]);
  // The fields, in display order.
  const fields = {
    title: (
      <Field
        label="Title"
        required
        className="sm:col-span-4"
        error={getFieldError('Title', errors.title)}
        {...register('title')}
      />
    ),
    external_offer_id: (
      <Field
        label={isMilestone ? 'Completions needed' : 'External offer ID'}
        required
        spellCheck={false}
        readOnly={isMilestone && offer !== undefined}
        className="sm:col-span-2"
        error={getFieldError(isMilestone ? 'Completions needed' : 'External offer ID', errors.external_offer_id)}
        {...register('external_offer_id')}
      />
    ),
    description: (
      <Textarea
        label="Description"
        required
        rows={3}
        className="sm:col-span-6"
        error={getFieldError('Description', errors.description)}
        {...register('description')}
      />
    ),
    task: (
      <Field
        label="Task (optional)"
        placeholder={defaultTasks[findWord(models, model) ?? 'CPR']}
        hint="In a few words, such as Spend ₹299."
        className="sm:col-span-6"
        error={getFieldError('Task', errors.task)}
        {...register('task')}
      />
    ),
    title_hi: (
      <Field
        label="Title in Hindi (optional)"
        lang="hi"
        hint="Without Hindi texts, people see the English ones."
        className="sm:col-span-3"
        error={getFieldError('Title in Hindi', errors.title_hi)}
        {...register('title_hi')}
      />
    ),
    task_hi: (
      <Field
        label="Task in Hindi (optional)"
        lang="hi"
        className="sm:col-span-3"
        error={getFieldError('Task in Hindi', errors.task_hi)}
        {...register('task_hi')}
      />
    ),
    description_hi: (
      <Textarea
        label="Description in Hindi (optional)"
        lang="hi"
        rows={2}
        className="sm:col-span-6"
        error={getFieldError('Description in Hindi', errors.description_hi)}
        {...register('description_hi')}
      />
    ),
    offer_url: (
      <Field
        label="Offer URL"
        type="url"
        required
        placeholder="https://"
        hint="We fill in {click_id}, {user_id} and {offer_id}. {{click_id}}, ${click_id} and [click_id] work too."
        className="sm:col-span-6"
        error={getFieldError('Offer URL', errors.offer_url)}
        {...register('offer_url')}
      />
    ),
    preview_url: (
      <Field
        label="Preview URL (optional)"
        type="url"
        placeholder="https://"
        className="sm:col-span-6"
        error={getFieldError('Preview URL', errors.preview_url)}
        {...register('preview_url')}
      />
    ),
    steps: (
      <Textarea
        label="Steps (optional)"
        rows={3}
        hint="One per line, at most ten. Users see them numbered."
        className="sm:col-span-6"
        error={getFieldError('Steps', errors.steps)}
        {...register('steps')}
      />
    ),
    steps_hi: (
      <Textarea
        label="Steps in Hindi (optional)"
        lang="hi"
        rows={3}
        className="sm:col-span-6"
        error={getFieldError('Steps in Hindi', errors.steps_hi)}
        {...register('steps_hi')}
      />
    ),
    picture_url: <PictureFields control={control} offer={offer} />,
    category: (
      <Select
        label="Category"
        className="sm:col-span-2"
        error={getFieldError('Category', errors.category)}
        {...register('category')}
      >
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
    ),
    model: (
      <Select
        label="Model"
        className="sm:col-span-2"
        error={getFieldError('Model', errors.model)}
        {...register('model')}
      >
        {models.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    ),
    targeting: (
      <Field
        label="Targeting"
        className="sm:col-span-2"
        error={getFieldError('Targeting', errors.targeting)}
        {...register('targeting')}
      />
    ),
    reward_amount: (
      <Field
        label="Reward amount (₹)"
        inputMode="decimal"
        hint="Used as the payout if the network sends none."
        inputClassName="text-right tabular-nums"
        className="sm:col-span-3"
        error={getFieldError('Reward amount', errors.reward_amount)}
        {...register('reward_amount')}
      />
    ),
    network_id: <NetworkSelect control={control} />,
    starts_on: (
      <>
        <h3 className="border-t border-line pt-4 text-base sm:col-span-6">Schedule</h3>
        <Field
          label="First day (optional)"
          type="date"
          className="sm:col-span-2"
          error={getFieldError('First day', errors.starts_on)}
          {...register('starts_on')}
        />
      </>
    ),
    ends_on: (
      <Field
        label="Last day (optional)"
        type="date"
        className="sm:col-span-2"
        error={getFieldError('Last day', errors.ends_on)}
        {...register('ends_on')}
      />
    ),
    daily_cap: (
      <>
        <Field
          label="Daily cap (optional)"
          inputMode="numeric"
          inputClassName="text-right tabular-nums"
          className="sm:col-span-2"
          error={getFieldError('Daily cap', errors.daily_cap)}
          {...register('daily_cap')}
        />
        <ScheduleSentence control={control} />
      </>
    ),
    is_active: (
      <Checkbox
        label={isMilestone ? 'On: users with this number of completions get the spin' : 'Active (visible to users)'}
        className="sm:col-span-6"
        name={active.name}
        checked={active.value}
        onChange={active.onChange}
        onBlur={active.onBlur}
      />
    ),
  } satisfies Record<
    Exclude<keyof OfferValues, 'rewards' | 'offer_goals' | 'goals_in_order' | 'country_quotas'>,
    ReactNode
  >;
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      {isMilestone && (
        <p className="text-sm text-muted sm:col-span-6">
          A milestone of House, your own network. Users who complete enough offers get its spin once. No partner pays
          for it, so its vouchers are your cost. If a user reached the milestone before you turned it on, the user gets
          the spin with the next completion.
        </p>
      )}
      {Object.entries(fields).map(([name, field]) => (
        <Fragment key={name}>{field}</Fragment>
      ))}
    </div>
  );
}

/** The picture: a URL, or an uploaded file. */
function PictureFields({ control, offer }: { control: Control<OfferValues>; offer: AdminOffer | undefined }) {
  const { field } = useController({ control, name: 'picture_url' });
  const { errors } = useFormState({ control });
  const upload = trpc.admin.offers.uploadPicture.useMutation();
  const isSaved = field.value !== '' && field.value === offer?.picture_url;
  const problem =
    isSaved && offer.picture_problem ? `The picture could not be fetched: ${offer.picture_problem}` : undefined;
  return (
    <div className="grid gap-2 sm:col-span-6">
      <Field
        label="Picture (optional)"
        placeholder="https://"
        hint="A URL or an upload; 16:9 fills the card. Without a picture, the category’s icon is shown."
        error={getFieldError('Picture', errors.picture_url) ?? problem}
        {...field}
      />
      <PictureUpload
        what="Picture of the offer"
        use="offer"
        value={field.value}
        shown={(isSaved ? offer.picture : undefined) ?? field.value}
        onChange={field.onChange}
        upload={(input) => upload.mutateAsync(input)}
      />
    </div>
  );
}

/** Describes the typed dates and cap in a sentence. */
function ScheduleSentence({ control }: { control: Control<OfferValues> }) {
  const [from, to, cap] = useWatch({ control, name: ['starts_on', 'ends_on', 'daily_cap'] });
  const maxPerDay = Number(cap);
  return (
    <p className="-mt-2 text-sm text-muted sm:col-span-6" aria-live="polite">
      {describeSchedule(from, to)} Days begin at midnight, Indian time.
      {cap !== '' &&
        Number.isInteger(maxPerDay) &&
        maxPerDay > 0 &&
        ` After ${formatPlural(maxPerDay, 'completion')} in a day, no one can start the offer.`}
    </p>
  );
}

/** Whether the chosen network is House. The offers of House are milestones. */
function useIsMilestone(control: Control<OfferValues>): boolean {
  const chosen = useWatch({ control, name: 'network_id' });
  const { data } = trpc.admin.networks.list.useQuery();
  const house = data?.networks.find(({ slug }) => slug === HOUSE_SLUG);
  return house !== undefined && chosen === String(house.network_id);
}

/** The network that pays for the offer. An offer with a network can change to another, but not to none. */
function NetworkSelect({ control }: { control: Control<OfferValues> }) {
  const { field } = useController({ control, name: 'network_id' });
  const { errors, defaultValues } = useFormState({ control });
  const query = trpc.admin.networks.list.useQuery();
  const networks = query.data?.networks ?? [];
  const hasNoNetwork = defaultValues?.network_id === '';
  const isNew = defaultValues?.title === '';
  const first = networks.toSorted((a, b) => a.network_id - b.network_id).find(({ is_active }) => is_active);
  const firstActive = first ? `First active (${first.name})` : 'First active';
  const missing = !hasNoNetwork && !networks.some(({ network_id }) => String(network_id) === field.value);
  return (
    <Select
      label="Network"
      className="sm:col-span-3"
      hint={query.error ? 'The networks could not be loaded.' : 'Only this network’s postbacks complete the offer.'}
      error={getFieldError('Network', errors.network_id)}
      {...field}
    >
      {hasNoNetwork && <option value="">{isNew ? firstActive : 'None: any network may complete it'}</option>}
      {missing && <option value={field.value}>Unchanged</option>}
      {networks.map(({ network_id, slug, name, is_active }) => (
        <option key={network_id} value={network_id}>
          {slug === HOUSE_SLUG ? `${name} (milestones)` : is_active ? name : `${name} (inactive)`}
        </option>
      ))}
    </Select>
  );
}
