import { Anchor, Button, Group } from '@mantine/core'
import { IconFileText, IconFileX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#platform/web/not-loaded.tsx'
import { queryClient } from '#platform/web/query-client.ts'
import { dayText } from '#platform/web/time-words.ts'
import { Dialog } from '#ui/dialog.tsx'
import { isDownloadable, isPresent, type ReferralFile } from '../referral-file.ts'
import { fileSizeText } from './file-size-text.ts'
import { downloadAddress, filesOf, withdrawFile } from './referral-file-calls.ts'
import classes from './referral-files.module.css'

/** The files of one message. */
export function MessageFiles({ referralId, messageId }: { referralId: string; messageId: string }) {
  const { t } = useTranslation('referral-files')
  const { data } = useQuery(filesOf(referralId))
  const files = data?.items.filter((file) => file.messageId === messageId) ?? []
  if (files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('files')}>
      {files.map((file) => (
        <FileLine key={file.id} referralId={referralId} file={file} />
      ))}
    </ul>
  )
}

/** Instead of the files of all messages, where they could not be read. */
export function UnreadFiles({ referralId }: { referralId: string }) {
  const { t } = useTranslation('referral-files')
  const { data, isError, refetch } = useQuery(filesOf(referralId))
  return isError && !data && <NotLoaded title={t('unread')} onRetry={refetch} />
}

function stateText(t: TFunction<'referral-files'>, { state, withdrawnOn }: ReferralFile) {
  if (withdrawnOn) return t('withdrawn', { day: dayText(withdrawnOn) })
  return state === 'clean' ? '' : t(`state.${state}`)
}

function FileLine({ referralId, file }: { referralId: string; file: ReferralFile }) {
  const { t, i18n } = useTranslation('referral-files')
  const [isAsking, setAsking] = useState(false)
  const about = isPresent(file) ? [t(`category.${file.category}`), fileSizeText(file.size, i18n.language)] : []
  const Icon = isPresent(file) ? IconFileText : IconFileX
  return (
    <li>
      <Icon size={20} aria-hidden />
      <span className={classes.name}>
        {isDownloadable(file) ? (
          <Anchor href={downloadAddress(referralId, file.id)} download={file.fileName} aria-label={t('download', file)}>
            {file.fileName}
          </Anchor>
        ) : (
          file.fileName
        )}
        <small>{[...about, stateText(t, file)].filter(Boolean).join(' · ')}</small>
      </span>
      {file.mayWithdraw && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('withdrawOne', { fileName: file.fileName })}
          onClick={() => setAsking(true)}
        >
          {t('withdraw')}
        </Button>
      )}
      {isAsking && <WithdrawDialog referralId={referralId} file={file} onClose={() => setAsking(false)} />}
    </li>
  )
}

interface WithdrawProps {
  referralId: string
  file: ReferralFile
  onClose: () => void
}

function WithdrawDialog({ referralId, file, onClose }: WithdrawProps) {
  const { t } = useTranslation('referral-files')
  const { mutate, isPending } = useMutation({
    mutationFn: () => withdrawFile(referralId, file.id),
    onSuccess: (files) => {
      queryClient.setQueryData(filesOf(referralId).queryKey, files)
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t('withdrawTitle')} withCloseButton={false}>
      <p className={classes.question}>{t('withdrawText', { fileName: file.fileName })}</p>
      <Group mt="md">
        <Button loading={isPending} onClick={() => mutate()}>
          {t('withdraw')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </Group>
    </Dialog>
  )
}
