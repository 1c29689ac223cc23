import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, newerVersion } from '#platform/web/api.ts'
import { Dialog } from '#ui/dialog.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { type MergeAnswer, type MergePreview, MOST_DUPLICATES } from '../../merging.ts'
import type { SupportRequestInList } from '../../support-request-call.ts'
import { MergeResult, MergeSides, MergeWarnings } from './merge-preview.tsx'
import { MergeSearch } from './merge-search.tsx'
import { mergePreview, mergeTickets } from './merging-calls.ts'

export interface Merged {
  answer: MergeAnswer
  /** the notification text */
  text: string
  ticketIds: string[]
}
interface Props {
  /** without those that are already merged */
  tickets: SupportRequestInList[]
  onMerged: (merged: Merged) => void
  onClose: () => void
}

/** Merges tickets about the same problem: select them and the target, preview the result, then merge. */
export function MergeDialog({ tickets, onMerged, onClose }: Props) {
  const { t } = useTranslation(['tickets', 'platform'])
  const [chosen, setChosen] = useState(() => tickets.filter(({ mergedInto }) => !mergedInto))
  const [picked, setPicked] = useState<string | null>(null)
  const target = chosen.find(({ id }) => id === picked) ?? oldest(chosen)
  const others = chosen.filter((ticket) => ticket !== target).map(({ id }) => id)
  const { data } = useQuery(mergePreview(target?.id ?? '', others))
  // While the preview for another target loads, the current one stays visible.
  const preview = chosen.length > 1 ? data : undefined
  const isCurrent = preview?.target.id === target?.id && preview?.duplicates.length === others.length
  const run = useMerge(isCurrent ? preview : undefined, onMerged)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('merge.title')}
      size="calc(960px)"
      fullScreen={usePhone()}
      closeButtonProps={{ 'aria-label': t('platform:form.close') }}
    >
      <Stack gap="md">
        {chosen.length <= MOST_DUPLICATES && (
          <MergeSearch chosen={chosen} onAdd={(ticket) => setChosen((before) => [...before, ticket])} />
        )}
        {preview && target ? (
          <>
            <MergeSides
              preview={preview}
              targetId={target.id}
              onPick={setPicked}
              onLeaveOut={(id) => setChosen((before) => before.filter((ticket) => ticket.id !== id))}
            />
            <MergeWarnings preview={preview} />
            <MergeResult preview={preview} />
          </>
        ) : (
          <p>{t('merge.needOther')}</p>
        )}
        <div role="alert">
          {run.refused && (
            <Alert>
              {run.refused.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('platform:form.cancel')}
          </Button>
          <Button
            leftSection={<IconArrowMerge size={18} aria-hidden />}
            disabled={!isCurrent}
            loading={run.isBusy}
            onClick={run.merge}
          >
            {target && chosen.length > 1 ? t('merge.run', target) : t('merge.open')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const oldest = (tickets: SupportRequestInList[]) =>
  tickets.toSorted((a, b) => a.createdOn.localeCompare(b.createdOn) || a.ticketNumber.localeCompare(b.ticketNumber))[0]

/** Merges exactly what the preview shows; if tickets have changed since, the preview is shown again. */
function useMerge(preview: MergePreview | undefined, onMerged: Props['onMerged']) {
  const { t } = useTranslation('tickets')
  const client = useQueryClient()
  const [refused, setRefused] = useState<string[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const merging = useRef(false)

  const whyNot = (error: unknown, seen: MergePreview) => {
    if (!(error instanceof ApiError)) return [t('merge.failed')]
    if (error.code === 'ticket-merged') return [t('merge.already', { ticketNumber: String(error.body.ticketNumber) })]
    const now = newerVersion<MergePreview>(error)
    if (!now) return [error.errors[0] ? t(`message.${error.errors[0].message}`) : t('merge.failed')]
    const before = new Map([seen.target, ...seen.duplicates].map((side) => [side.id, side]))
    const sides = [now.target, ...now.duplicates].flatMap(({ id, ticketNumber, status }) => {
      const was = before.get(id)?.status ?? status
      const words = { before: t(`choices.status.${was}`), now: t(`choices.status.${status}`) }
      return was === status ? [] : [t('merge.staleSides', { ticketNumber, ...words })]
    })
    return [t('merge.stale'), ...sides]
  }
  const merge = async () => {
    if (!preview || merging.current) return
    merging.current = true
    setBusy(true)
    setRefused(null)
    try {
      const { target, duplicates } = preview
      const asked = ({ id, version }: MergePreview['target']) => ({ id, version })
      const answer = await mergeTickets({ target: asked(target), duplicates: duplicates.map(asked) })
      const text = t('merge.done', { count: answer.merges.length, ticketNumber: target.ticketNumber })
      onMerged({ answer, text, ticketIds: [target.id, ...duplicates.map(({ id }) => id)] })
    } catch (error) {
      setRefused(whyNot(error, preview))
    } finally {
      await client.invalidateQueries({ queryKey: ['supportRequest'] })
      merging.current = false
      setBusy(false)
    }
  }
  return { merge, refused, isBusy }
}
