import { Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/web/contract-form.ts'
import { type OverrideReason, overrideGap, overrideReasons } from '../consent-override.ts'

export interface GivenOverride {
  consentOverrideReason?: OverrideReason | null | undefined
  consentOverrideText?: string | null | undefined
}

/** The field that is still incomplete, with its error. */
export function overrideErrors(given: GivenOverride): Record<string, string> {
  const gap = overrideGap(given.consentOverrideReason, given.consentOverrideText)
  return gap ? { consentOverrideText: errorText(gap, 'referrals') } : {}
}

interface Stated {
  subject: string
  gap: Record<string, unknown>
  override: GivenOverride
}

/**
 * Which consent is missing, and why it is shared anyway. Both hold only for what they were stated for, and the reason
 * only while the form shows it.
 * @param subject who is referred where, and what for
 * @param before a reason that was stated for the initial subject and is not shown yet
 */
export function useOverride(subject: string, before: GivenOverride = {}) {
  const [first] = useState(subject)
  const [stated, setStated] = useState<Stated | null>(null)
  const current = stated?.subject === subject ? stated : null
  const remembered = current?.override ?? (subject === first ? before : {})
  return {
    gap: current?.gap ?? null,
    override: current?.override ?? {},
    /** For a saved draft: also what is not shown yet. */
    remembered,
    setOverride: (change: GivenOverride) =>
      setStated((now) => now && { ...now, override: { ...now.override, ...change } }),
    showGap: (gap: Record<string, unknown>) => setStated({ subject, gap, override: remembered }),
    /** Without a reason, the gap may be closed by now. */
    hideGap: () => setStated((now) => (now?.override.consentOverrideReason ? now : null)),
  }
}

interface OverrideFieldsProps {
  value: GivenOverride
  errors: Record<string, string>
  onChange: (value: GivenOverride) => void
}

/** Why it is shared without a recorded consent: a reason from the list, or an explanation. */
export function OverrideFields({ value, errors, onChange }: OverrideFieldsProps) {
  const { t } = useTranslation('referrals')
  const isOther = value.consentOverrideReason === 'other'
  return (
    <Stack gap="sm" mt="sm">
      <Radio.Group
        label={t('consent.override')}
        description={t('consent.overrideText')}
        value={value.consentOverrideReason ?? null}
        error={errors.consentOverrideReason}
        onChange={(reason) => onChange({ consentOverrideReason: reason as OverrideReason })}
      >
        <Stack gap={10} mt={6}>
          {overrideReasons.map((reason) => (
            <Radio key={reason} value={reason} label={t(`overrideReason.${reason}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {value.consentOverrideReason && (
        <Textarea
          label={t(isOther ? 'consent.why' : 'consent.whyOptional')}
          description={t('consent.whyText')}
          maxLength={1000}
          required={isOther}
          withAsterisk={isOther}
          value={value.consentOverrideText ?? ''}
          error={errors.consentOverrideText}
          onChange={(event) => onChange({ consentOverrideText: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
