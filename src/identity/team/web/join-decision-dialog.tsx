import { Button, Group, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ApiError } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DecisionReason, type JoinRequest, joinRoles } from '../join-request.ts'
import classes from './team.module.css'
import { decideJoin, showJoinRequests } from './team-calls.ts'

interface JoinDecisionDialogProps {
  request: JoinRequest
  decision: 'approve' | 'refuse'
  onClose: () => void
}
const JoinForm = z.object({ reason: DecisionReason, role: z.enum(joinRoles) })

/** Approves a request to join with a role, or declines it with a reason. */
export function JoinDecisionDialog({ request, decision, onClose }: JoinDecisionDialogProps) {
  const { t } = useTranslation(['team', 'platform'])
  const name = `${request.firstName} ${request.lastName}`
  const isApproval = decision === 'approve'
  const form = useContractForm({
    contract: JoinForm,
    texts: 'team',
    initial: { reason: '', role: 'organization-staff' },
    rules: ({ reason }): Record<string, string> =>
      isApproval || String(reason).trim() ? {} : { reason: t('message.reason-needed') },
    onSubmit: async ({ reason, role }) => {
      const { version } = request
      await decideJoin(request.id, isApproval ? { decision, version, role } : { decision, version, reason })
      notify(t(isApproval ? 'join.approved' : 'join.refused', { name }))
      onClose()
    },
    onFailure: (error) => {
      const isLate = error instanceof ApiError && (error.status === 409 || error.status === 404)
      notify(isLate ? t('join.decided') : t('platform:notice.wentWrong'), 'bad')
      if (!isLate) return
      showJoinRequests()
      onClose()
    },
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t(isApproval ? 'join.approveTitle' : 'join.refuseTitle', { name })}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <form className={classes.dialog} noValidate onSubmit={form.submit}>
        <p>{t(isApproval ? 'join.approveText' : 'join.refuseText', { name, email: request.email })}</p>
        {isApproval ? (
          <Radio.Group
            size="md"
            label={t('invite.role')}
            value={String(form.values.role)}
            onChange={(role) => form.set('role', role)}
          >
            <div className={classes.boxes}>
              {joinRoles.map((role, index) => (
                <Radio
                  key={role}
                  mt={index === 0 ? 8 : 0}
                  value={role}
                  label={t(`role.${role}`)}
                  description={t(`roleHelp.${role}`)}
                />
              ))}
            </div>
          </Radio.Group>
        ) : (
          <Field form={form} name="reason" required />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t(isApproval ? 'join.approve' : 'join.refuse')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
