import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/web/api.ts'
import type { Merge, MergeAnswer, MergePreview, MergeUndoAnswer } from '../../merging.ts'
import { supportRequestStatuses } from '../../support-request.ts'
import type { SupportRequestPage } from '../../support-request-call.ts'

const path = '/api/supportPortal/supportRequest/'
const quiet = { quiet: true }

/** A preview of merging the current tickets; live events reload it. */
export const mergePreview = (targetId: string, duplicateId: string[]) =>
  queryOptions({
    queryKey: ['supportRequest', 'mergePreview', targetId, ...duplicateId],
    queryFn: ({ signal }) =>
      api.get<MergePreview>(`${path}merge/preview`, { ...quiet, signal, query: { targetId, duplicateId } }),
    placeholderData: keepPreviousData,
    enabled: duplicateId.length > 0,
  })
export const mergeTickets = (given: Merge) => api.post<MergeAnswer>(`${path}merge`, given, quiet)
export const undoMerges = (mergeIds: string[]) => api.post<MergeUndoAnswer>(`${path}merge/undo`, { mergeIds })

/** Candidates: by the number typed, or the same person's open tickets. */
export const mergeCandidates = (ticketNumber: string, createdByPortalAccountId: string | undefined) =>
  queryOptions({
    queryKey: ['supportRequest', 'mergeCandidates', ticketNumber, createdByPortalAccountId ?? ''],
    queryFn: ({ signal }) =>
      api.get<SupportRequestPage>(path, {
        ...quiet,
        signal,
        query: ticketNumber
          ? { ticketNumber, limit: 10 }
          : { createdByPortalAccountId, limit: 10, status: supportRequestStatuses.filter((one) => one !== 'Closed') },
      }),
    enabled: ticketNumber !== '' || createdByPortalAccountId !== undefined,
  })
