import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TransitionCall } from '../referral-call.ts'
import { closeReasons, outcomes } from '../referral-machine.ts'
import classes from './referral-page.module.css'

type End = Pick<Partial<TransitionCall>, 'outcome' | 'reason'>

const oneOf = <Word extends string>(words: readonly Word[], value: string) => words.find((word) => word === value)

/**
 * The outcomes of a referral, with and without help side by side, so that nobody selects a good outcome because it is
 * the only option.
 */
export function EndChoices({
  given,
  error,
  onChange,
}: {
  given: End
  error: string | undefined
  onChange: (end: End) => void
}) {
  const { t } = useTranslation('referrals')
  const pick = (value: string) =>
    onChange({ outcome: oneOf(outcomes, value) ?? null, reason: oneOf(closeReasons, value) ?? null })
  const choices = [
    { title: 'helped', words: 'outcome', all: outcomes },
    { title: 'notHelped', words: 'reason', all: closeReasons },
  ] as const
  return (
    <Radio.Group
      label={t('dialog.outcome')}
      withAsterisk
      value={given.outcome ?? given.reason ?? null}
      error={error}
      onChange={pick}
    >
      <div className={classes.ends}>
        {choices.map(({ title, words, all }) => (
          <Stack key={title} gap={10} role="group" aria-labelledby={`end-${title}`}>
            <b id={`end-${title}`}>{t(`dialog.${title}`)}</b>
            {all.map((choice) => (
              <Radio key={choice} value={choice} label={t(`${words}.${choice}`)} />
            ))}
          </Stack>
        ))}
      </div>
    </Radio.Group>
  )
}
