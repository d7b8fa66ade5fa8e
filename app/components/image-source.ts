import { createContext } from 'react'
import type { ImageSource } from '../content/content.ts'

/** Where the images of the content are; undefined while content is away. */
export const ImageSourceContext = createContext<ImageSource | undefined>(undefined)
