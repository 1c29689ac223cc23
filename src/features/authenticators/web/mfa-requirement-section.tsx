import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roleName } from '#features/accounts/role.ts'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { type SessionUser, userHasRole } from '#platform/web/session-user.ts'
import { Card } from '#ui/card.tsx'
import type { MfaRequirement } from '../mfa-requirement.ts'
import { failureText } from './authenticator-calls.ts'
import classes from './factors-section.module.css'

const PATH = '/api/mfa/requirement'
const queryKey = ['mfaRequirement']

/** For admins: of whom a second step is asked. */
export function MfaRequirementSection({ user }: { user: SessionUser }) {
  const mayAsk = userHasRole(user, 'organization-admin', 'platform-admin')
  const { data } = useQuery({
    queryKey,
    queryFn: () => api.get<MfaRequirement>(PATH, { quiet: true }),
    enabled: mayAsk,
  })
  return mayAsk && data && (data.organization || data.roles.length > 0) ? <Requirements current={data} /> : null
}

function Requirements({ current: { organization, roles } }: { current: MfaRequirement }) {
  const { t } = useTranslation('authenticators')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ of, requireMfa }: { of: string; requireMfa: boolean }) =>
      api.put<MfaRequirement>(`${PATH}/${of}`, { requireMfa }, { quiet: true }),
    onSuccess: async (saved) => {
      client.setQueryData(queryKey, saved)
      notify(t('requirement.saved'))
      await refreshUser()
    },
    onError: (error) => notify(failureText(error), 'bad'),
  })
  const line = (of: string, label: string, isOn: boolean) => (
    <Switch
      key={of}
      label={label}
      checked={isOn}
      disabled={change.isPending}
      onChange={(e) => change.mutate({ of, requireMfa: e.currentTarget.checked })}
    />
  )
  return (
    <Card labelledBy="mfa-requirement" className={classes.section ?? ''}>
      <h2 id="mfa-requirement">{t('requirement.title')}</h2>
      <p className={classes.lead}>{t('requirement.lead')}</p>
      <div className={classes.switches}>
        {organization &&
          line('organization', t('requirement.organization', { name: organization.name }), organization.requireMfa)}
      </div>
      {roles.length > 0 && (
        <fieldset className={classes.switches}>
          <legend>{t('requirement.roles')}</legend>
          {roles.map(({ roleId, requireMfa }) => {
            const { scope, name } = roleName(roleId, configuration().productName)
            return line(`role/${roleId}`, `${scope} : ${name}`, requireMfa)
          })}
        </fieldset>
      )}
    </Card>
  )
}
