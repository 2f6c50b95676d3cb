import { afterEach, expect, test } from 'vitest';
import { anOffer } from '../testing/offer-fixture.ts';
import { setLanguageAndLoad } from '../words/words.ts';
import { translateOffer } from './offer-texts.ts';

afterEach(() => setLanguageAndLoad('en'));

const offer = anOffer({ title_hi: 'किराना सर्वे', task_hi: null, task: 'Ten questions' });

test('shows Hindi texts in Hindi, and English ones where there are none', async () => {
  expect(translateOffer(offer).title).toBe('Grocery survey');
  await setLanguageAndLoad('hi');
  expect(translateOffer(offer)).toMatchObject({
    title: 'किराना सर्वे',
    description: 'Twelve questions.',
    task: 'Ten questions',
  });
});
