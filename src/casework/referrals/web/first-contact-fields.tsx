import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/web/contract-form.ts'
import { ContactMethod, contactMethods, mistakeInContactTime } from '../first-contact.ts'
import type { TransitionCall } from '../referral-call.ts'

/** Null: there was no contact yet. Undefined: not answered. */
export type FirstContact = Pick<Partial<TransitionCall>, 'firstContactOn' | 'firstContactBy'>

const NONE = 'none'

/**
 * What is missing or wrong, by field names.
 * @param offersNone whether "no contact yet" is an option
 */
export function firstContactErrors(
  { firstContactOn, firstContactBy }: FirstContact,
  sentOn: string | null,
  offersNone = false,
): Record<string, string> {
  const unanswered = offersNone ? 'contact-or-none-required' : 'contact-way-required'
  if (firstContactBy === undefined) return { firstContactBy: i18next.t(`referrals:message.${unanswered}`) }
  if (firstContactBy === null) return {}
  const mistake = firstContactOn
    ? mistakeInContactTime(firstContactOn, sentOn, new Date().toISOString())
    : 'contact-time-required'
  return mistake ? { firstContactOn: errorText(mistake, 'referrals') } : {}
}

/** A time in the format of the browser's input: in the reader's time zone, to the minute. */
function fieldText(iso: string) {
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface FirstContactFieldsProps {
  given: FirstContact
  errors: Record<string, string>
  onChange: (change: FirstContact) => void
  /** whether "no contact yet" is an option */
  offersNone?: boolean
}

/** When and how the person was first reached. Nothing is prefilled, because the answer is used in statistics. */
export function FirstContactFields({ given, errors, onChange, offersNone = false }: FirstContactFieldsProps) {
  const { t } = useTranslation('referrals')
  const way = given.firstContactBy
  const pick = (value: string) =>
    value === NONE
      ? onChange({ firstContactBy: null, firstContactOn: null })
      : onChange({ firstContactBy: ContactMethod.parse(value) })
  return (
    <>
      <Radio.Group
        size="md"
        label={t('firstContact.how')}
        withAsterisk
        value={way === null ? NONE : (way ?? null)}
        error={errors.firstContactBy}
        onChange={pick}
      >
        <Stack gap={10} mt={6}>
          {contactMethods.map((choice) => (
            <Radio key={choice} value={choice} label={t(`firstContact.way.${choice}`)} />
          ))}
          {offersNone && <Radio value={NONE} label={t('firstContact.none')} />}
        </Stack>
      </Radio.Group>
      {way && (
        <Group align="end">
          <TextInput
            type="datetime-local"
            label={t('firstContact.when')}
            required
            withAsterisk
            max={fieldText(new Date().toISOString())}
            value={given.firstContactOn ? fieldText(given.firstContactOn) : ''}
            error={errors.firstContactOn}
            onChange={({ currentTarget: { value } }) =>
              onChange({ firstContactOn: value ? new Date(value).toISOString() : null })
            }
          />
          <Button variant="default" onClick={() => onChange({ firstContactOn: new Date().toISOString() })}>
            {t('firstContact.now')}
          </Button>
        </Group>
      )}
    </>
  )
}
