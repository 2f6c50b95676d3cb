import {
  addVouchers,
  completeOffer,
  createOffer,
  getSharedAdmin,
  type NewOffer,
  newCodes,
  type Person,
  type Reward,
  registerPerson,
} from './actors.ts';
import { newAmount } from './amounts.ts';
import type { Product } from './product.ts';

/** A roll that wins on the wheel of {@link createPersonReadyToSpin}, and one that loses. */
export const WINNING_ROLL = 100;
export const LOSING_ROLL = 900;

export interface Ready {
  person: Person;
  offer: NewOffer;
  /** The offer's only reward: in stock, with a probability of 50 %, and of an amount that no other journey uses. */
  reward: Reward;
}

/** A user with one completed offer that waits for its spin, created over REST. */
export async function createPersonReadyToSpin(
  product: Product,
  { person, title }: { person?: Person; title?: string } = {},
): Promise<Ready> {
  const admin = await getSharedAdmin(product);
  const reward = { amount: newAmount(), probability: 50 };
  const offer = await createOffer(product, admin, [reward], title === undefined ? {} : { title });
  await addVouchers(admin, reward.amount, newCodes(2));
  const spinner = person ?? (await registerPerson(product));
  await completeOffer(product, spinner, offer.offer_id);
  return { person: spinner, offer, reward };
}
