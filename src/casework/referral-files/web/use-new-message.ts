import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findDocumentMistake } from '#identity/files/document.ts'
import { ApiError } from '#platform/web/api.ts'
import { useCallId } from '#platform/web/use-call-id.ts'
import { type FileCategory, isPresent, MOST_FILES } from '../referral-file.ts'
import { filesOf, uploadDocument, writeMessage } from './referral-file-calls.ts'

export interface ChosenFile {
  key: number
  file: File
  category: FileCategory
  state: 'chosen' | 'sending' | 'sent'
  /** null until it is sent */
  fileId: string | null
  error: string | null
}

/**
 * A message while it is written: its words, and files that leave this device only when it is sent. Each file is sent
 * once, however often that is tried; words and files stay until the message is written.
 */
export function useNewMessage(referralId: string) {
  const { t } = useTranslation(['referral-files', 'files'])
  const client = useQueryClient()
  const { data: present } = useQuery(filesOf(referralId))
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ChosenFile[]>([])
  const [errors, setErrors] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const nextKey = useRef(1)
  const call = useCallId()
  const change = (key: number, to: Partial<ChosenFile>) =>
    setChosen((before) => before.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const add = (given: File[]) => {
    const mistakes = given.map((file) => ({ file, mistake: findDocumentMistake(file) }))
    const used = (present?.items ?? []).filter(isPresent).length
    const good = mistakes.flatMap(({ file, mistake }) => (mistake ? [] : [file]))
    const room = good.slice(0, Math.max(0, MOST_FILES - used - chosen.length))
    setErrors([
      ...mistakes.flatMap(({ file, mistake }) =>
        mistake ? [t(`files:message.${mistake}`, { fileName: file.name })] : [],
      ),
      ...(room.length < good.length ? [t('mistake.most-files', { count: MOST_FILES })] : []),
    ])
    const added = room.map((file) => ({
      ...{
        key: nextKey.current++,
        file,
        category: 'other' as const,
        state: 'chosen' as const,
        fileId: null,
        error: null,
      },
    }))
    setChosen((before) => [...before, ...added])
  }
  const remove = (key: number) => setChosen((before) => before.filter((one) => one.key !== key))

  const sendFile = async ({ key, file, fileId }: ChosenFile) => {
    if (fileId) return fileId
    change(key, { state: 'sending', error: null })
    try {
      const { id } = await uploadDocument(referralId, file)
      change(key, { state: 'sent', fileId: id })
      return id
    } catch (error) {
      const isOwn = error instanceof ApiError && (error.errors.length > 0 || error.code === 'storage-unavailable')
      change(key, { state: 'chosen', error: isOwn ? error.message : t('mistake.notSent') })
      return null
    }
  }
  const write = async (files: { fileId: string; category: FileCategory }[]) => {
    try {
      await writeMessage(referralId, { text, files }, call.idOf({ text }))
      call.end()
      // What was typed since stays.
      setText((now) => (now === text ? '' : now))
      setChosen([])
    } catch (error) {
      const refused = error instanceof ApiError ? error.errors.find(({ path }) => path.startsWith('files')) : undefined
      const text = refused ? t(`mistake.${refused.message}`, { count: MOST_FILES }) : t('mistake.failed')
      const one = chosen[Number(refused?.path.split('.')[1])]
      // The next try sends it again.
      if (one) change(one.key, { state: 'chosen', fileId: null, error: text })
      else setErrors([text])
    }
  }
  const send = async () => {
    if (isSending || (text.trim() === '' && chosen.length === 0)) return
    setSending(true)
    setErrors([])
    const files: { fileId: string; category: FileCategory }[] = []
    for (const one of chosen) {
      const fileId = await sendFile(one)
      if (fileId) files.push({ fileId, category: one.category })
    }
    if (files.length === chosen.length) await write(files)
    setSending(false)
    await client.invalidateQueries({ queryKey: ['referral'] })
  }
  return { text, setText, chosen, errors, isSending, add, change, remove, send }
}
export type NewMessage = ReturnType<typeof useNewMessage>
