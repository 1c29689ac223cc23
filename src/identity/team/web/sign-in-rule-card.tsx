import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { refreshUser } from '#platform/web/guards.ts'
import { notify } from '#platform/web/notify.ts'
import { UnreadCard } from '#platform/web/unread-card.tsx'
import { Card } from '#ui/card.tsx'
import classes from './team.module.css'
import { changeSignInRule, signInRule } from './team-calls.ts'

const settings = ['requireMfa', 'refuseEmailCodes'] as const

/** How everyone in the organization signs in. Admins change it only here. */
export function SignInRuleCard() {
  const { t } = useTranslation('team')
  const read = useQuery(signInRule)
  const { data } = read
  const change = useMutation({
    // Serialized, so that the last response has the final state.
    scope: { id: 'signInRule' },
    mutationFn: changeSignInRule,
    onSuccess: async (_, rule) => {
      for (const setting of settings)
        if (rule[setting] !== undefined) notify(t(`signInRule.${setting}.${rule[setting] ? 'on' : 'off'}`))
      await refreshUser()
    },
  })
  if (!data) return <UnreadCard id="team-mfa" title={t('signInRule.title')} read={read} className={classes.section} />
  const shown = change.isPending ? { ...data, ...change.variables } : data
  return (
    <Card labelledBy="team-mfa" className={classes.section ?? ''}>
      <h2 id="team-mfa">{t('signInRule.title')}</h2>
      <div className={classes.stack}>
        {settings.map((setting) => (
          <Switch
            key={setting}
            size="md"
            classNames={{ track: classes.track ?? '' }}
            label={t(`signInRule.${setting}.label`)}
            description={t(`signInRule.${setting}.help`)}
            checked={shown[setting]}
            onChange={(event) => change.mutate({ [setting]: event.currentTarget.checked })}
          />
        ))}
      </div>
    </Card>
  )
}
