import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { isMissing } from '#platform/web/api.ts'
import { useUnloadQuestion } from '#platform/web/leave-guard.tsx'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useEscape } from '#ui/escape.ts'
import { useFocusReturn } from '#ui/focus-return.ts'
import { Select } from '#ui/select.tsx'
import { supportRequestStatuses, typedFields } from '../support-request.ts'
import type { SupportRequest } from '../support-request-call.ts'
import { ActivityTable } from './activity-table.tsx'
import { AddNoteDialog } from './add-note-dialog.tsx'
import { useMentionsSeen } from './answering/mention-notices.tsx'
import { handlesTickets } from './answering/reader-role.ts'
import { UpdatesSwitch, Watchers } from './answering/watchers.tsx'
import { MergeButton } from './merging/merge-button.tsx'
import { MergedBanner } from './merging/merged-banner.tsx'
import { MergedTickets } from './merging/merged-tickets.tsx'
import { NeighborSteps, type Step } from './neighbor-steps.tsx'
import { ReporterCard } from './reporter-card.tsx'
import { ScreenshotsTable } from './screenshots-table.tsx'
import { oneTicket } from './ticket-calls.ts'
import classes from './ticket-dialogs.module.css'
import { momentText } from './ticket-words.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { type TicketDraft, useTicketDraft } from './use-ticket-draft.ts'
import { useAnswerSeen } from './waiting/use-answer-seen.ts'
import { ConflictPanel } from './working/conflict-panel.tsx'
import { PresenceLine } from './working/presence-line.tsx'
import { TicketAssignee } from './working/ticket-assignee.tsx'

/** A full-screen ticket. Updates automatically when others change it. */
export function ViewDialog({
  id,
  steps,
  onView,
  onClose,
}: {
  id: string
  /** through the list behind it */
  steps: Pick<ComponentProps<typeof NeighborSteps>, 'filters' | 'cameBy' | 'onStep'> | null
  /** opens another ticket instead of this one */
  onView: (id: string) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['tickets', 'platform'])
  const { data: ticket, error, refetch } = useQuery(oneTicket(id))
  // Where to go once nothing is unsaved: to another ticket, or back to the list.
  const goal = useRef<Step | { id: string } | 'back' | null>(null)
  const done = () => {
    if (goal.current === 'back') blocker.proceed?.()
    else if (!goal.current) onClose()
    else if ('way' in goal.current) steps?.onStep(goal.current)
    else onView(goal.current.id)
  }
  const draft = useTicketDraft(ticket, done)
  // The browser's Back. What the dialog itself does asks before it goes.
  const blocker = useBlocker(({ historyAction }) => draft.isChanged && historyAction === 'POP')
  useUnloadQuestion(draft.isChanged)
  useMentionsSeen(id)
  useAnswerSeen(ticket)
  useFocusReturn()
  const [isAsking, setAsking] = useState(false)
  const leave = (to: typeof goal.current) => {
    goal.current = to
    if (draft.isChanged) setAsking(true)
    else done()
  }
  const close = () => leave(null)
  useEscape(close)
  return (
    <Modal.Root opened fullScreen onClose={close} closeOnEscape={false}>
      <Modal.Overlay />
      <Modal.Content radius={0}>
        <Modal.Header role="none" className={classes.viewHeader}>
          <Group gap={4}>
            <Modal.Title>{ticket?.ticketNumber ?? t('page.view')}</Modal.Title>
            {steps && <NeighborSteps id={id} {...steps} onStep={leave} />}
          </Group>
          <Group gap="sm">
            <Button variant="default" onClick={close} data-autofocus={!steps?.cameBy || undefined}>
              {t('platform:form.close')}
            </Button>
            <Button
              onClick={() => {
                goal.current = null
                void draft.save()
              }}
              loading={draft.isSaving}
              disabled={!ticket}
            >
              {t('platform:form.save')}
            </Button>
          </Group>
        </Modal.Header>
        <Modal.Body className={classes.viewBody}>
          {!ticket && isMissing(error) && <EmptyState title={t('view.missing')} />}
          {!ticket && error && !isMissing(error) && <NotLoaded title={t('view.failed')} onRetry={refetch} />}
          {!ticket && !error && <Skeleton height={360} radius="lg" aria-label={t('page.loading')} />}
          {ticket && <Ticket ticket={ticket} draft={draft} onView={(other) => leave({ id: other })} />}
        </Modal.Body>
        {(isAsking || blocker.state === 'blocked') && ticket && (
          <UnsavedDialog
            ticketNumber={ticket.ticketNumber}
            isSaving={draft.isSaving}
            onSave={async () => {
              if (blocker.state === 'blocked') goal.current = 'back'
              const isSaved = await draft.save()
              // What was not saved is behind the question, with the conflict.
              setAsking(false)
              if (!isSaved) blocker.reset?.()
            }}
            onDiscard={blocker.proceed ?? done}
            onStay={() => {
              setAsking(false)
              blocker.reset?.()
            }}
          />
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

function Ticket({
  ticket,
  draft,
  onView,
}: {
  ticket: SupportRequest
  draft: TicketDraft
  onView: (id: string) => void
}) {
  const { t } = useTranslation('tickets')
  const [isNoteOpen, setNoteOpen] = useState(false)
  // If all its readers see the ticket into which it was merged, notes are written there.
  const takesNotes = ticket.merge?.takesNotes ?? true
  return (
    <Stack gap="lg">
      <PresenceLine ticketId={ticket.id} isWriting={isNoteOpen || draft.isChanged} />
      <MergedBanner ticket={ticket} onView={onView} />
      {draft.conflict && <ConflictPanel ticket={ticket} draft={draft} />}
      <Facts ticket={ticket} draft={draft} />
      <section aria-labelledby="ticket-screenshots">
        <h3 id="ticket-screenshots">{t('screenshot.many')}</h3>
        <ScreenshotsTable files={ticket.supportRequestFiles} />
      </section>
      <MergedTickets tickets={ticket.mergedTickets} onView={onView} />
      <ReporterCard ticket={ticket} onView={onView} />
      <section aria-labelledby="ticket-activity">
        <Group justify="space-between" mb="xs">
          <h3 id="ticket-activity">{t('activity.title')}</h3>
          <Group gap="sm">
            <MergeButton ticket={ticket} />
            {takesNotes && (
              <Button variant="default" onClick={() => setNoteOpen(true)}>
                {t('note.title')}
              </Button>
            )}
          </Group>
        </Group>
        <ActivityTable ticketId={ticket.id} />
      </section>
      {isNoteOpen && (
        <AddNoteDialog ticketId={ticket.id} reopens={reopensByNote(ticket)} onClose={() => setNoteOpen(false)} />
      )}
    </Stack>
  )
}

/** A closed ticket reopens if a person who does not handle tickets writes in it. */
const reopensByNote = ({ status, mergedInto }: SupportRequest) =>
  status === 'Closed' && mergedInto === null && !handlesTickets()

function Facts({ ticket, draft }: { ticket: SupportRequest; draft: TicketDraft }) {
  const { t } = useTranslation('tickets')
  const { contact, email } = ticket.createdByPortalAccount
  const facts = [
    [t('view.creatorName'), `${contact.firstName} ${contact.lastName}`],
    [t('view.creatorEmail'), email],
    ...(ticket.fromOrganization ? [[t('view.organization'), ticket.fromOrganization.name] as const] : []),
    [t('view.type'), t(`choices.supportRequestType.${ticket.supportRequestType}`)],
    [t('column.priority'), t(`choices.priority.${ticket.priority}`)],
    [t('view.createdDate'), momentText(ticket.createdOn)],
  ]
  return (
    <div className={classes.facts}>
      <Stack gap="md">
        <Select
          label={t('column.status')}
          data={supportRequestStatuses.map((status) => ({ value: status, label: t(`choices.status.${status}`) }))}
          value={draft.status}
          onChange={(status) => status && draft.setStatus(status as SupportRequest['status'])}
          allowDeselect={false}
          disabled={ticket.mergedInto !== null}
          checkIconPosition="right"
        />
        <TicketAssignee ticket={ticket} />
        <UpdatesSwitch ticket={ticket} draft={draft} />
        <Watchers ticketId={ticket.id} />
      </Stack>
      <dl className={classes.factList}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {ticket.reporterPhone && (
          <div>
            <dt>{t('view.creatorPhone')}</dt>
            <dd>
              <a href={`tel:${ticket.reporterPhone.number}`}>{ticket.reporterPhone.text}</a>
            </dd>
          </div>
        )}
        {typedFields.map(
          ({ name, title }) =>
            ticket[name] && (
              <div key={name} className={classes.typed}>
                <dt>{t(`fields.${title}`, { defaultValue: title })}</dt>
                <dd className={classes.text} dir="auto">
                  {ticket[name]}
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
