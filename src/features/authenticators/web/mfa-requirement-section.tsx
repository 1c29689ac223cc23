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
import type { MfaRequirement, MfaRequirementChange } from '../mfa-requirement.ts'
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
    mutationFn: ({ of, to }: { of: string; to: MfaRequirementChange }) =>
      api.put<MfaRequirement>(`${PATH}/${of}`, to, { quiet: true }),
    onSuccess: async (saved) => {
      client.setQueryData(queryKey, saved)
      notify(t('requirement.saved'))
      await refreshUser()
    },
    onError: (error) => notify(failureText(error), 'bad'),
  })
  const line = (of: string, label: string, name: keyof MfaRequirementChange, isOn: boolean) => (
    <Switch
      key={of + name}
      label={label}
      checked={isOn}
      disabled={change.isPending}
      onChange={(e) => change.mutate({ of, to: { [name]: e.currentTarget.checked } })}
    />
  )
  return (
    <Card labelledBy="mfa-requirement" className={classes.section ?? ''}>
      <h2 id="mfa-requirement">{t('requirement.title')}</h2>
      <p className={classes.lead}>{t('requirement.lead')}</p>
      <div className={classes.switches}>
        {organization &&
          line(
            'organization',
            t('requirement.organization', { name: organization.name }),
            'requireMfa',
            organization.requireMfa,
          )}
        {organization &&
          line('organization', t('requirement.refuseEmail'), 'refuseEmailCodes', organization.refuseEmailCodes)}
      </div>
      {roles.length > 0 &&
        (['requireMfa', 'refuseEmailCodes'] as const).map((setting) => (
          <fieldset key={setting} className={classes.switches}>
            <legend>{t(setting === 'requireMfa' ? 'requirement.roles' : 'requirement.rolesEmail')}</legend>
            {roles.map((role) => {
              const { scope, name } = roleName(role.roleId, configuration().productName)
              return line(`role/${role.roleId}`, `${scope} : ${name}`, setting, role[setting])
            })}
          </fieldset>
        ))}
    </Card>
  )
}
