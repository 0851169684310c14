print("nestory")
