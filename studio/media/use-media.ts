import { useToast } from '@sanity/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useClient } from 'sanity'
import { messageOf } from '../people/account-api.ts'
import { useContentChanges } from '../ui/use-content-changes.ts'
import { fetchImages, fetchTags, type MediaFilter } from './media.ts'

/** The maximum number of files that one choice uploads. */
const maxFiles = 100

const watched = '*[_type in ["sanity.imageAsset", "media.tag"]]'

export const useMediaClient = () => useClient({ apiVersion: '2025-02-19' })

/** Queries images and tags, and keeps them up to date while they are shown. */
export function useMedia(filter: MediaFilter, end: number) {
  const client = useMediaClient()
  const cache = useQueryClient()
  const images = useQuery({
    queryKey: ['media', 'images', filter, end],
    queryFn: ({ signal }) => fetchImages(client, filter, end, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data: tags = [] } = useQuery({
    queryKey: ['media', 'tags'],
    queryFn: ({ signal }) => fetchTags(client, signal),
    retry: false,
  })
  useContentChanges(
    watched,
    useCallback(() => cache.invalidateQueries({ queryKey: ['media'] }), [cache]),
  )
  return { images, tags }
}

/** Returns a mutation that changes images. Shows a toast if it fails, and loads the images again. */
export function useMediaChange<Input>(failed: string, change: (input: Input) => Promise<unknown>) {
  const cache = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: change,
    onError: (error: Error) =>
      toast.push({ status: 'error', title: failed, description: error.message }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['media'] }),
  })
}

/** Returns a mutation that uploads files one after the other. A file that fails does not stop the others. */
export function useUpload() {
  const client = useMediaClient()
  return useMediaChange('Some files could not be uploaded', async (files: readonly File[]) => {
    const failed: string[] = []
    for (const file of files.slice(0, maxFiles)) {
      const upload = client.assets.upload('image', file, { filename: file.name })
      await upload.catch((error) => failed.push(`${file.name}: ${messageOf(error)}`))
    }
    const tooMany = files
      .slice(maxFiles)
      .map(({ name }) => `${name}: Upload ${maxFiles} at a time.`)
    if (failed.length + tooMany.length > 0) {
      throw new Error([...failed, ...tooMany].slice(0, 5).join(' '))
    }
  })
}
