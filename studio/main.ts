import { renderStudio } from 'sanity'
import config from './sanity.config.ts'

renderStudio(document.getElementById('studio'), config)
