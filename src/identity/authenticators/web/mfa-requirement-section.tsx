import { Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roleName } from '#identity/accounts/role.ts'
import type { RoleKey } from '#platform/schema/roles.ts'
import { api } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { type SessionUser, userHasRole } from '#platform/web/session-user.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import type { MfaRequirement, MfaRequirementChange } from '../mfa-requirement.ts'
import { failureText } from './authenticator-calls.ts'
import classes from './factors-section.module.css'

const PATH = '/api/mfa/requirement'
const queryKey = ['mfaRequirement']

/** For platform admins: which roles need a second step. An organization's own rule is on its Team page. */
export function MfaRequirementSection({ user }: { user: SessionUser }) {
  const mayAsk = userHasRole(user, 'platform-admin')
  const { t } = useTranslation('authenticators')
  const read = useQuery({
    queryKey,
    queryFn: () => api.get<MfaRequirement>(PATH, { quiet: true }),
    enabled: mayAsk,
  })
  if (!mayAsk) return null
  if (read.data) return <Requirements roles={read.data.roles} />
  return <UnreadCard id="mfa-requirement" title={t('requirement.title')} className={classes.section} read={read} />
}

function Requirements({ roles }: MfaRequirement) {
  const { t } = useTranslation('authenticators')
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ roleId, to }: { roleId: RoleKey; to: MfaRequirementChange }) =>
      api.put<MfaRequirement>(`${PATH}/role/${roleId}`, to, { quiet: true }),
    onSuccess: async (saved) => {
      client.setQueryData(queryKey, saved)
      notify(t('requirement.saved'))
      await refreshUser()
    },
    onError: (error) => notify(failureText(error), 'bad'),
  })
  return (
    <Card labelledBy="mfa-requirement" className={classes.section ?? ''}>
      <h2 id="mfa-requirement">{t('requirement.title')}</h2>
      <p className={classes.lead}>{t('requirement.lead')}</p>
      {(['requireMfa', 'refuseEmailCodes'] as const).map((setting) => (
        <fieldset key={setting} className={classes.switches}>
          <legend>{t(setting === 'requireMfa' ? 'requirement.roles' : 'requirement.rolesEmail')}</legend>
          {roles.map(({ roleId, [setting]: isOn }) => {
            const { scope, name } = roleName(roleId, configuration().productName)
            return (
              <Switch
                key={roleId}
                label={`${scope} : ${name}`}
                checked={isOn}
                disabled={change.isPending}
                onChange={(e) => change.mutate({ roleId, to: { [setting]: e.currentTarget.checked } })}
              />
            )
          })}
        </fieldset>
      ))}
    </Card>
  )
}
