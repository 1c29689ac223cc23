import { queryOptions } from '@tanstack/react-query'
import type { ReferralMessage } from '#casework/referrals/referral-call.ts'
import type { StoredFile } from '#identity/files/file.ts'
import { api } from '#platform/web/api.ts'
import type { FileMessage, ReferralFiles } from '../referral-file.ts'

/** The files of a referral. Invalidated by live events about referrals. */
export const filesOf = (referralId: string) =>
  queryOptions({
    queryKey: ['referral', 'files', referralId],
    queryFn: () => api.get<ReferralFiles>(`/api/referral/${referralId}/file`, { quiet: true }),
  })

export function uploadDocument(referralId: string, file: File) {
  const body = new FormData()
  body.append('file', file)
  return api.post<StoredFile>(`/api/referral/${referralId}/file`, body, { quiet: true })
}

/** Writes a message; with files, all of it or nothing. @param id of a message without files */
export const writeMessage = (referralId: string, { text, files }: FileMessage, id: string) =>
  files.length
    ? api.post<ReferralMessage>(`/api/referral/${referralId}/fileMessage`, { text, files }, { quiet: true })
    : api.post<ReferralMessage>(`/api/referral/${referralId}/message`, { text, id }, { quiet: true })

export const withdrawFile = (referralId: string, id: string) =>
  api.post<ReferralFiles>(`/api/referral/${referralId}/file/${id}/withdraw`)

export const downloadAddress = (referralId: string, id: string) => `/api/referral/${referralId}/file/${id}/download`
