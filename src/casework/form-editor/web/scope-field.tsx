import { Radio, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NewForm } from '#casework/intake-forms/intake-form.ts'
import { knownUser, userHasRole } from '#platform/web/session-user.ts'

type Scope = NewForm['scope']

/** For whom the reader may build forms. */
export function scopesOf(): Scope[] {
  const user = knownUser()
  return [
    ...(userHasRole(user, 'platform-admin') ? (['network'] as const) : []),
    ...(userHasRole(user, 'organization-admin') && user?.organizationId ? (['organization'] as const) : []),
  ]
}

/** For whom a new form is, if the reader has a choice. */
export function ScopeField({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useTranslation('form-editor')
  const scopes = scopesOf()
  if (scopes.length < 2) return null
  return (
    <Radio.Group label={t('new.scope')} value={scope} onChange={(next) => onChange(next as Scope)}>
      <Stack gap={4} mt={6}>
        {scopes.map((each) => (
          <Radio key={each} value={each} label={t(`new.${each}`)} iconColor="var(--hl-on-hearth)" />
        ))}
      </Stack>
    </Radio.Group>
  )
}
