import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { shownName } from '#identity/organizations/web/shown-name-public.ts'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { useContractForm } from '#platform/web/contract-form.ts'
import { Field } from '#platform/web/field.tsx'
import { notify } from '#platform/web/notify.ts'
import { Dialog } from '#ui/dialog.tsx'
import { type Decision, RegistrationDecision, type Review } from '../review.ts'
import { isOpen } from '../review-policy.ts'
import { useDecision } from './use-reviews.ts'

interface DecisionDialogProps {
  review: Review
  decision: Decision
  onClose: () => void
}
const Reason = z.object({ reason: RegistrationDecision.shape.reason })

/** Asks for confirmation, and for a reason if required, then decides. */
export function DecisionDialog({ review, decision, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('registration')
  const decide = useDecision(review.id)
  // As it was when this opened, and then as it was told to have changed.
  const [known, setKnown] = useState(review)
  const [meanwhile, setMeanwhile] = useState<string | null>(null)
  const tellChange = (newer: Review) => {
    const last = newer.decisions.slice(known.decisions.length).at(-1)
    const said = last && { name: last.decidedByName, decision: t(`choices.decision.${last.decision}`) }
    setMeanwhile(said ? t('review.meanwhile', said) : t('review.changed'))
    setKnown(newer)
  }
  const isJoin = review.kind === 'join' && decision === 'approve'
  const needsReason = decision === 'askForMore' || decision === 'refuse'
  const form = useContractForm({
    contract: Reason,
    texts: 'registration',
    initial: { reason: '' },
    rules: ({ reason }): Record<string, string> =>
      needsReason && !String(reason).trim() ? { reason: t('message.reason-needed') } : {},
    onSubmit: async ({ reason }) => {
      await decide.mutateAsync({ decision, version: known.version, ...(needsReason ? { reason } : {}) })
      notify(t('review.done'))
      onClose()
    },
    onFailure: (error) => {
      const newer = newerVersion<Review>(error)
      if (newer && isOpen(newer.status)) return tellChange(newer)
      const isStale = error instanceof ApiError && error.status === 409
      notify(isStale ? t('review.stale') : t('notice.wentWrong', { ns: 'platform' }), 'bad')
      if (isStale) onClose()
    },
  })
  const words = { name: `${review.firstName} ${review.lastName}`, organization: shownName(review.organizationName) }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={500}
      title={t(`review.${decision}Title`)}
      closeButtonProps={{ 'aria-label': t('review.cancel') }}
    >
      <form noValidate onSubmit={form.submit}>
        <p>{t(`review.${isJoin ? 'joinText' : `${decision}Text`}`, words)}</p>
        {meanwhile && <p role="alert">{meanwhile}</p>}
        {needsReason && <Field form={form} name="reason" required />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('review.cancel')}
          </Button>
          <Button type="submit" loading={form.isSending}>
            {t(`review.${decision}`)}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
