import { useId } from 'react';

/** A question with a few answers, none of which is chosen at first. */
export function Question<Answer extends string>({
  text,
  answers,
  chosen,
  onChoose,
}: {
  text: string;
  answers: readonly { value: Answer; label: string }[];
  chosen: Answer | undefined;
  onChoose: (answer: Answer) => void;
}) {
  const name = useId();
  return (
    <fieldset className="rounded-control border border-warn/50 bg-warn-soft px-3 pb-1">
      {/* A floating legend is laid out inside its box, not on the border. */}
      <legend className="float-left w-full pt-2 text-sm font-semibold">{text}</legend>
      {answers.map(({ value, label }) => (
        <label key={value} className="clear-both flex min-h-control items-center gap-3">
          <input
            type="radio"
            name={name}
            className="tick-box"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
