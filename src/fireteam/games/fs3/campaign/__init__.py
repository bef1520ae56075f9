"""The campaign of FS3: characters that live between fights, their time, healing and experience."""
