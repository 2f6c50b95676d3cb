import { afterEach, expect, test } from 'vitest';
import { anOffer } from '../testing/offer-fixture.ts';
import { setLanguageAndLoad } from '../words/words.ts';
import { translateOffer } from './offer-texts.ts';

afterEach(() => setLanguageAndLoad('en'));

const offer = anOffer({ title_hi: 'किराना सर्वे', task_hi: null, task: 'Ten questions' });

test('shows Hindi texts if there are any, else English texts', async () => {
  expect(translateOffer(offer).title).toBe('Grocery survey');
  await setLanguageAndLoad('hi');
  expect(translateOffer(offer)).toMatchObject({
    title: 'किराना सर्वे',
    description: 'Twelve questions.',
    task: 'Ten questions',
  });
});

test('translates steps and names of goals into Hindi', async () => {
  const goals = [
    { name: 'Install', name_hi: 'इंस्टॉल करें', reached: true },
    { name: 'level_5', name_hi: null, reached: false },
  ];
  const getGoalNames = () => translateOffer(anOffer({ goals })).goals.map(({ name }) => name);
  expect(getGoalNames()).toEqual(['Install', 'level_5']);
  await setLanguageAndLoad('hi');
  expect(getGoalNames()).toEqual(['इंस्टॉल करें', 'level_5']);
  expect(translateOffer(anOffer({ steps: ['Install'], steps_hi: ['इंस्टॉल करें'] })).steps).toEqual(['इंस्टॉल करें']);
  expect(translateOffer(anOffer({ steps: ['Install'] })).steps).toEqual(['Install']);
});
