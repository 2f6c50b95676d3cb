import { requiredText, text } from '@inaam/contracts/common/text';
import { postbackKinds } from '@inaam/contracts/networks/networks';
import {
  buildPostback,
  type Dialect,
  getHabitSteps,
  habitIds,
  habitTitles,
} from '@inaam/core/partners/dialects/dialects';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dialects } from '../dialects.ts';
import { BadInput, clickId, parse, payout } from '../input.ts';
import { formatRequest, playSteps, send } from '../play-habit.ts';
import { getTransactionId } from '../postback.ts';
import type { Settings } from '../settings.ts';

const describeChoices = (words: readonly string[]) => `must be one of ${words.join(', ')}`;
const secret = z.string().min(1, 'is required').max(500, 'must be at most 500 characters');

const reportInput = {
  preset: text(40),
  click_id: clickId,
  transaction_id: requiredText(200).optional(),
  payout,
  goal_id: text(100).default('1'),
  /** The network's part of the postback URL; by default the id of its preset. */
  slug: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lower-case letters, digits and dashes')
    .optional(),
  secret: secret.optional(),
};

const dialectInput = z.object({
  ...reportInput,
  kind: z.enum(postbackKinds, describeChoices(postbackKinds)).default('approve'),
  send: z.boolean('must be true or false').default(true),
});

const habitInput = z.object({
  ...reportInput,
  habit: z.enum(habitIds, describeChoices(habitIds)),
  previous_secret: secret.optional(),
  enforces_addresses: z.boolean('must be true or false').default(false),
});

type ReportInput = Pick<z.output<typeof habitInput>, keyof typeof reportInput>;

/** The API for scripts: sends a postback of any preset, or a typical sequence of postbacks (a habit). */
export async function dialectRoutes(app: FastifyInstance, { settings }: { settings: Settings }): Promise<void> {
  const getTarget = (input: ReportInput) => ({
    origin: settings.appOrigin,
    slug: input.slug ?? input.preset,
    secret: input.secret ?? settings.secret,
    signedUrl: null,
  });

  app.post('/dialect', async (request) => {
    const input = parse(dialectInput, request.body);
    const dialect = findDialect(input.preset, input.secret);
    if (dialect.templates[input.kind] === undefined) throw new BadInput(`kind: ${dialect.label} never sends this kind`);
    const postback = buildPostback(dialect, getTarget(input), { ...toReport(input), kind: input.kind });
    if (!input.send) return { call: formatRequest(postback) };
    return { call: formatRequest(postback), ...(await send(settings.appOrigin, postback)) };
  });

  app.post('/habits', async (request) => {
    const input = parse(habitInput, request.body);
    const dialect = findDialect(input.preset, input.secret);
    if (input.habit === 'key_rotation' && input.previous_secret === undefined) {
      throw new BadInput('previous_secret: is required');
    }
    const steps = getHabitSteps(input.habit, dialect, {
      target: getTarget(input),
      report: toReport(input),
      previousSecret: input.previous_secret,
      enforcesAddresses: input.enforces_addresses,
    });
    if (!steps) throw new BadInput(`habit: ${dialect.label} never sends what this habit needs`);
    const results = await playSteps(settings.appOrigin, steps);
    return {
      habit: input.habit,
      title: habitTitles[input.habit],
      as_expected: results.every((step) => step.as_expected),
      steps: results,
    };
  });
}

/** @param key signs the postback */
function findDialect(preset: string, key: string | undefined): Dialect {
  const dialect = dialects.find(({ id }) => id === preset);
  if (dialect?.signing.kind === 'ecdsa' && !key?.startsWith('-----BEGIN')) {
    throw new BadInput(`secret: ${dialect.label} needs a private key as PEM`);
  }
  if (!dialect) throw new BadInput(`preset: ${describeChoices(dialects.map(({ id }) => id))}`);
  return dialect;
}

const toReport = (input: ReportInput) => ({
  clickId: input.click_id,
  transactionId: input.transaction_id ?? getTransactionId(input.click_id),
  payout: input.payout ?? '1.25',
  goalId: input.goal_id,
});
