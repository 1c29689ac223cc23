import { Button, Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type RoleKey, roleKeys } from '#platform/schema/roles.ts'
import { ApiError } from '#platform/web/api.ts'
import { configuration } from '#platform/web/configuration.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { NewInvitation } from '../invitation.ts'
import { teamRoles } from '../team-policy.ts'
import classes from './team.module.css'
import { invite } from './team-calls.ts'

const InvitationForm = NewInvitation.omit({ roles: true, organizationId: true }).extend({ role: z.enum(roleKeys) })
const platformRoles: RoleKey[] = ['support-agent', 'data-manager', 'platform-admin', 'developer']

/** Invites a person by e-mail: to one's organization, or on the platform admin's screen to the platform's team. */
export function InviteDialog({ isPlatform, onClose }: { isPlatform: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation(['team', 'platform'])
  const roles: readonly RoleKey[] = isPlatform ? platformRoles : teamRoles
  const form = useContractForm({
    contract: InvitationForm,
    texts: 'team',
    initial: {
      firstName: '',
      lastName: '',
      title: '',
      email: '',
      language: i18n.language,
      role: isPlatform ? 'support-agent' : 'organization-staff',
    },
    onSubmit: async ({ role, ...person }) => {
      await invite({ ...person, roles: [role], ...(isPlatform ? { organizationId: null } : {}) })
      notify(t('invite.sent', { email: person.email }))
      onClose()
    },
    onFailure: (error) => {
      if (error instanceof ApiError && error.errors.length) return
      const isMany = error instanceof ApiError && error.status === 429
      notify(isMany ? t('invite.tooMany') : t('platform:notice.wentWrong'), 'bad')
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t(isPlatform ? 'invite.platformTitle' : 'invite.title')}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form className={classes.dialog} noValidate onSubmit={form.submit}>
        <p>{t(isPlatform ? 'invite.platformLead' : 'invite.lead')}</p>
        <div className={classes.fields}>
          <Field form={form} name="firstName" autoComplete="off" />
          <Field form={form} name="lastName" autoComplete="off" />
          <Field form={form} name="email" autoComplete="off" />
          <Field form={form} name="title" autoComplete="off" />
          <Field form={form} name="language" />
        </div>
        <Radio.Group
          size="md"
          label={t('invite.role')}
          value={String(form.values.role)}
          onChange={(role) => form.set('role', role)}
        >
          <div className={classes.boxes}>
            {roles.map((role) => (
              <Radio
                key={role}
                mt={role === roles[0] ? 8 : 0}
                value={role}
                label={t(`role.${role}`, { product: configuration().productName })}
                description={t(`roleHelp.${role}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t('invite.send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
